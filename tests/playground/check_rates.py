"""Rate limits, on a time that the test sets."""

from typing import Any

import pytest

from playground.discord.limits.rates import RateLimits, in_words
from playground.discord.refusals import Refusal

MESSAGES = "/channels/{channel_id}/messages"


EDIT = "/channels/{channel_id}/messages/{message_id}"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"


class Rates:
    def __init__(self) -> None:
        self.time = 0.0
        self.limits = RateLimits(lambda: self.time)

    def send(self, route: str = MESSAGES, method: str = "POST", **names: str) -> dict[str, str]:
        return self.limits.take(method, route, names)

    def refused(self, route: str = MESSAGES, method: str = "POST", **names: str) -> Refusal:
        with pytest.raises(Refusal) as refused:
            self.send(route, method, **names)
        return refused.value


def test_five_messages_in_five_seconds_to_a_channel():
    rates = Rates()
    left = [rates.send(channel_id="1")["X-RateLimit-Remaining"] for _ in range(5)]
    assert left == ["4", "3", "2", "1", "0"]
    refusal = rates.refused(channel_id="1")
    assert (refusal.status, refusal.json()["retry_after"], refusal.json()["global"]) == (429, 5.0, False)
    assert refusal.headers["Via"]
    rates.time = 5.0
    assert rates.send(channel_id="1")["X-RateLimit-Remaining"] == "4"


def test_every_channel_has_its_own_bucket():
    rates = Rates()
    for _ in range(5):
        rates.send(channel_id="1")
    assert rates.send(channel_id="2")["X-RateLimit-Remaining"] == "4"


def test_messages_of_one_channel_share_the_bucket_for_edits():
    rates = Rates()
    for number in range(5):
        rates.send(EDIT, "PATCH", channel_id="1", message_id=str(number))
    rates.refused(EDIT, "PATCH", channel_id="1", message_id="9")


def test_fifty_requests_a_second_in_all():
    rates = Rates()
    for channel in range(50):
        rates.send(channel_id=str(channel))
    refusal = rates.refused(channel_id="50")
    assert (refusal.json()["global"], refusal.headers["X-RateLimit-Global"]) == (True, "true")


def test_interaction_replies_are_exempt():
    rates = Rates()
    for number in range(200):
        rates.send(CALLBACK, interaction_id=str(number), interaction_token="t")
        rates.send(FOLLOW_UP, webhook_id="1", webhook_token=str(number))
    assert rates.send(channel_id="1")


def test_each_token_has_a_bucket_for_its_follow_ups():
    rates = Rates()
    for _ in range(5):
        rates.send(FOLLOW_UP, webhook_id="1", webhook_token="a")
    rates.refused(FOLLOW_UP, webhook_id="1", webhook_token="a")


def test_edits_of_old_messages_have_a_limit_of_their_own():
    rates = Rates()
    for _ in range(3):
        rates.limits.take_old_edit(1)
    with pytest.raises(Refusal) as refused:
        rates.limits.take_old_edit(1)
    told: dict[str, Any] = refused.value.json()
    assert (refused.value.status, told["code"], told["retry_after"]) == (429, 30046, 20.0)
    rates.limits.take_old_edit(2)
    rates.time = 20.0
    rates.limits.take_old_edit(1)


def test_switched_off_they_let_everything_pass():
    rates = Rates()
    rates.limits.enabled = False
    for _ in range(100):
        rates.send(channel_id="1")
        rates.limits.take_old_edit(1)


def test_rate_limit_verdict_is_described_in_words():
    rates = Rates()
    assert in_words(MESSAGES, rates.send(channel_id="1")) == "4 of 5 left for 5.0 s"
    for _ in range(4):
        rates.send(channel_id="1")
    assert in_words(MESSAGES, rates.refused(channel_id="1").headers) == "all 5 are used up for 5.0 s"
    for number in range(44):
        rates.send(channel_id=f"1{number}")
    assert in_words(MESSAGES, rates.refused(channel_id="2").headers) == "50 requests a second in all are used up"
    assert in_words(CALLBACK, rates.send(CALLBACK)) == "without a limit"
    rates.limits.enabled = False
    assert in_words(MESSAGES, rates.send(channel_id="1")) == "the limits are switched off"
    assert in_words(MESSAGES, {}) == ""
