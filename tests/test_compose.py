"""The files for Docker Compose, compared with the bot's settings, the image, and a server that runs."""

import subprocess
from pathlib import Path
from typing import Any

import yaml

from bot.settings import Settings, checked_database_url
from tests import postgresql
from tests.test_container import CLOSING, FINISH_WITHIN

ROOT = Path(__file__).parents[1]
Json = dict[str, Any]


def services(name: str) -> Json:
    """Return the services of a file by name."""
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))["services"]


def settings_of(service: Json) -> Json:
    """Return the variables that are settings of the bot."""
    return {name: value for name, value in service["environment"].items() if name != "POSTGRES_PASSWORD"}


def test_the_bot_starts_once_its_server_takes_connections_and_has_its_address():
    bot, database = services("compose.yaml")["bot"], services("compose.yaml")["database"]
    assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
    url = settings_of(bot)["DATABASE_URL"]
    assert checked_database_url(url) == url
    server = database["environment"]
    password = server["POSTGRES_PASSWORD"]
    assert url == f"postgresql://{server['POSTGRES_USER']}:{password}@database/{server['POSTGRES_DB']}"
    assert "encoding=UTF8" in server["POSTGRES_INITDB_ARGS"]


def test_rows_are_on_a_volume_and_the_sign_of_life_is_each_containers_own():
    (mount,) = services("compose.yaml")["database"]["volumes"]
    volume, place = mount.split(":")
    assert place == "/var/lib/postgresql/data"
    assert volume in yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["volumes"]
    bot = services("compose.yaml")["bot"]
    assert f"WORKDIR {bot['tmpfs']}\n" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "volumes" not in bot


def test_the_bot_has_time_to_stop():
    assert int(services("compose.yaml")["bot"]["stop_grace_period"].removesuffix("s")) > FINISH_WITHIN + CLOSING


def test_three_processes_take_the_shards_that_are_free():
    three = services("compose.three.yaml")
    assert three.keys() <= services("compose.yaml").keys()
    assert three["bot"]["deploy"] == {"replicas": 3}
    assert three["bot"]["environment"] == {"SHARD_IDS": "auto"}


def test_every_variable_is_a_setting():
    found = [name for file in ("compose.yaml", "compose.three.yaml") for name in settings_of(services(file)["bot"])]
    assert [name for name in found if name.lower() not in Settings.model_fields] == []


@postgresql.NEEDS_POSTGRESQL
def test_the_servers_health_check_tells_a_server_that_runs_from_none(tmp_path: Path):
    kind, program, *words = services("compose.yaml")["database"]["healthcheck"]["test"]
    assert (kind, program) == ("CMD", "pg_isready")

    def status(host: Path) -> int:
        given = [f"--host={host}" if word.startswith("--host=") else word for word in words]
        return subprocess.run([postgresql.tool(program), *given], check=False).returncode

    assert (status(postgresql.server().folder), status(tmp_path)) == (0, 2)
