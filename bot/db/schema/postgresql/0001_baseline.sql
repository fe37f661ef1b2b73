-- The schema as PostgreSQL reads it: what `../sqlite/0001_baseline.sql` says, table by table and rule by rule.
--
-- Texts compare byte by byte, as in SQLite, whatever the database's own language is.

-- Campaigns, their players, and the channels that belong to them. Names are unique by their key (see naming.py).

CREATE TABLE campaigns (
    id BIGINT NOT NULL PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    -- The campaign's settings as JSON; the version rises with each change.
    settings TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    -- When a manager put it away; null while it can be played.
    archived_at BIGINT,
    CONSTRAINT campaigns_of_guilds UNIQUE (guild_id, id),
    CONSTRAINT campaign_names UNIQUE (guild_id, name_key)
);

-- The place of a campaign: a channel, a category, or place 0, which is the rest of the server.
CREATE TABLE bindings (
    guild_id BIGINT NOT NULL,
    place_id BIGINT NOT NULL,
    campaign_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, place_id),
    CONSTRAINT binding_campaign FOREIGN KEY (guild_id, campaign_id) REFERENCES campaigns (guild_id, id)
);

CREATE TABLE characters (
    id BIGINT NOT NULL PRIMARY KEY,
    campaign_id BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    -- The Discord user who plays a PC; NPCs belong to the campaign.
    owner_id BIGINT,
    name TEXT COLLATE "C" NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    sheet TEXT COLLATE "C" NOT NULL,
    -- The source of an NPC.
    template TEXT COLLATE "C",
    -- An NPC's style, skill and lines on autopilot, as JSON; null where the GM plays it.
    autopilot TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    retired_at BIGINT,
    CONSTRAINT characters_of_campaigns UNIQUE (campaign_id, id),
    CONSTRAINT characters_of_owners UNIQUE (campaign_id, owner_id, id),
    CONSTRAINT character_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT character_kind CHECK (kind IN ('pc', 'npc')),
    CONSTRAINT pcs_have_owners CHECK ((kind = 'pc') = (owner_id IS NOT NULL))
);

-- A name is free again when its character has retired.
CREATE UNIQUE INDEX character_names ON characters (campaign_id, name_key) WHERE retired_at IS NULL;

-- The character that a user plays at the moment: one of their own.
CREATE TABLE active_characters (
    campaign_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    character_id BIGINT NOT NULL,
    PRIMARY KEY (campaign_id, user_id),
    CONSTRAINT active_character FOREIGN KEY (campaign_id, user_id, character_id)
        REFERENCES characters (campaign_id, owner_id, id)
);

CREATE TABLE preferences (
    user_id BIGINT NOT NULL PRIMARY KEY,
    -- True if a message may mention them when it is their turn.
    reminders BIGINT NOT NULL DEFAULT 1,
    CONSTRAINT preference_reminders CHECK (reminders IN (0, 1))
);

-- The ledger of all money, in double entry: an entry is one event, its transfers move money between two accounts.
--
-- All amounts count the campaign's smallest coin. A campaign has one currency, so the campaign in every key keeps money
-- from crossing campaigns and currencies alike. Refused here: an overdrawn account, an edited or deleted entry, an event
-- posted twice, a balance that moves without a transfer.

CREATE TABLE accounts (
    -- The kind and the owner: purse:<character>, party:<campaign>, seat:<table>:<seat>, bank:<table> ...
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    campaign_id BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    character_id BIGINT,
    table_id BIGINT,
    seat BIGINT,
    balance BIGINT NOT NULL DEFAULT 0,
    -- The transfer that made the balance what it is.
    last_transfer BIGINT,
    CONSTRAINT accounts_of_campaigns UNIQUE (campaign_id, id),
    CONSTRAINT account_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT account_character FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    CONSTRAINT account_name CHECK (
        id = coalesce(
            CASE kind
                WHEN 'purse' THEN 'purse:' || character_id
                WHEN 'seat' THEN 'seat:' || table_id || ':' || seat
                WHEN 'bank' THEN 'bank:' || table_id
                WHEN 'prize' THEN 'prize:' || table_id
                WHEN 'reserve' THEN 'reserve:' || table_id
                WHEN 'party' THEN 'party:' || campaign_id
                WHEN 'house' THEN 'house:' || campaign_id
                WHEN 'mint' THEN 'mint:' || campaign_id
            END,
            ''
        )
    ),
    CONSTRAINT account_owner CHECK ((kind IN ('purse', 'seat')) = (character_id IS NOT NULL)),
    CONSTRAINT account_table CHECK ((kind IN ('seat', 'bank', 'prize', 'reserve')) = (table_id IS NOT NULL)),
    CONSTRAINT account_seat CHECK ((kind = 'seat') = (seat IS NOT NULL)),
    -- Only the mint owes: its debt is all the money there is, so no account can hold more than its limit.
    CONSTRAINT never_overdrawn CHECK (kind = 'mint' OR balance >= 0),
    CONSTRAINT mint_limit CHECK (kind <> 'mint' OR balance >= -1000000000000000)
);

CREATE INDEX accounts_of_characters ON accounts (character_id);
CREATE INDEX accounts_of_tables ON accounts (table_id);

CREATE TABLE entries (
    id BIGINT NOT NULL PRIMARY KEY,
    -- Identifies the event: posting it again is refused.
    key TEXT COLLATE "C" NOT NULL,
    campaign_id BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    -- The Discord user behind it; null for the clock or an NPC.
    actor BIGINT,
    at BIGINT NOT NULL,
    table_id BIGINT,
    hand BIGINT,
    reverses BIGINT,
    -- The number of its transfers; no more can be added later.
    size BIGINT NOT NULL,
    CONSTRAINT entry_once UNIQUE (key),
    CONSTRAINT entry_reversed_once UNIQUE (reverses),
    CONSTRAINT entries_of_campaigns UNIQUE (campaign_id, id),
    CONSTRAINT entry_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT entry_reverses FOREIGN KEY (campaign_id, reverses) REFERENCES entries (campaign_id, id),
    CONSTRAINT entry_kind CHECK (length(kind) BETWEEN 1 AND 32),
    CONSTRAINT entry_reason CHECK (length(reason) <= 400),
    CONSTRAINT entry_size CHECK (size >= 0)
);

CREATE TABLE transfers (
    id BIGINT NOT NULL PRIMARY KEY,
    entry_id BIGINT NOT NULL,
    line BIGINT NOT NULL,
    campaign_id BIGINT NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL,
    source_after BIGINT NOT NULL,
    target_after BIGINT NOT NULL,
    CONSTRAINT transfers_of_entries UNIQUE (entry_id, line),
    CONSTRAINT transfer_entry FOREIGN KEY (campaign_id, entry_id) REFERENCES entries (campaign_id, id),
    CONSTRAINT transfer_source FOREIGN KEY (campaign_id, source) REFERENCES accounts (campaign_id, id),
    CONSTRAINT transfer_target FOREIGN KEY (campaign_id, target) REFERENCES accounts (campaign_id, id),
    CONSTRAINT transfer_line CHECK (line >= 1),
    CONSTRAINT transfer_amount CHECK (amount BETWEEN 1 AND 1000000000000000),
    CONSTRAINT transfer_between_two CHECK (source <> target)
);

CREATE INDEX transfers_out ON transfers (source, entry_id);
CREATE INDEX transfers_in ON transfers (target, entry_id);

-- Tables, hands and the log. A table's state is JSON, so a new game needs no migration; a column is for finding a row or
-- for uniqueness. The log has one row per action with its draws, and each hand its exact input, so a hand can be
-- replayed, verified and undone without a snapshot at every action.
-- A state names `hands` for its deal where the hand's row has it.

CREATE TABLE tables (
    id BIGINT NOT NULL PRIMARY KEY,
    campaign_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    due_at DOUBLE PRECISION,
    record TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C",
    CONSTRAINT tables_of_campaigns UNIQUE (campaign_id, id),
    CONSTRAINT table_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT table_status CHECK (status IN ('open', 'closed')),
    CONSTRAINT table_version CHECK (version >= 0)
);

CREATE UNIQUE INDEX one_open_table_a_channel ON tables (channel_id) WHERE status = 'open';
CREATE INDEX open_tables_of_a_guild ON tables (guild_id) WHERE status = 'open';
CREATE INDEX due_tables ON tables (due_at) WHERE status = 'open' AND due_at IS NOT NULL;

CREATE TABLE hands (
    table_id BIGINT NOT NULL,
    number BIGINT NOT NULL,
    -- Rises with each undo: a hand that is taken up again begins with the rows of the revision before, up to the sequence
    -- number `kept_until`, and with new seeds.
    revision BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    deal TEXT COLLATE "C" NOT NULL,
    open_seed TEXT COLLATE "C" NOT NULL,
    closed_seed TEXT COLLATE "C" NOT NULL,
    by_hand BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    ended_at DOUBLE PRECISION,
    outcome TEXT COLLATE "C",
    undone_at DOUBLE PRECISION,
    kept_until BIGINT,
    campaign_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, number, revision),
    CONSTRAINT hand_table FOREIGN KEY (campaign_id, table_id) REFERENCES tables (campaign_id, id),
    CONSTRAINT hand_number CHECK (number >= 1),
    CONSTRAINT hand_revision CHECK (revision >= 0),
    CONSTRAINT hand_by_hand CHECK (by_hand IN (0, 1)),
    CONSTRAINT hand_status CHECK (status IN ('running', 'settled', 'void'))
);

CREATE TABLE actions (
    table_id BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    hand BIGINT,
    revision BIGINT,
    turn BIGINT NOT NULL,
    how TEXT COLLATE "C" NOT NULL,
    actor BIGINT,
    seat BIGINT,
    action TEXT COLLATE "C" NOT NULL,
    cause TEXT COLLATE "C" NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    draws TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C",
    -- Cards that were drawn face down or turned up, as a JSON list of [card of the hand, seat, digest, card, salt]; the
    -- last two are null while the card is closed.
    seals TEXT COLLATE "C" NOT NULL DEFAULT '[]',
    -- A JSON list of [audience, event], with seats by number and amounts as integers, without names and typed text.
    events TEXT COLLATE "C" NOT NULL,
    -- True if an event is for the table's host alone.
    has_secrets BIGINT NOT NULL,
    -- Text that people typed, as a JSON object by tokens; forgetting a player empties it.
    typed TEXT COLLATE "C",
    campaign_id BIGINT NOT NULL,
    PRIMARY KEY (table_id, sequence),
    CONSTRAINT action_once UNIQUE (key),
    CONSTRAINT action_table FOREIGN KEY (campaign_id, table_id) REFERENCES tables (campaign_id, id),
    CONSTRAINT action_sequence CHECK (sequence >= 1),
    CONSTRAINT action_secrets CHECK (has_secrets IN (0, 1))
);

CREATE INDEX actions_of_a_hand ON actions (table_id, hand, revision);

-- House rules that the GMs of a campaign keep for a game under a name. The options are JSON, like those of a table.
CREATE TABLE presets (
    campaign_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    rules TEXT COLLATE "C" NOT NULL,
    saved_by BIGINT NOT NULL,
    saved_at BIGINT NOT NULL,
    PRIMARY KEY (campaign_id, game, name_key),
    CONSTRAINT preset_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id)
);

-- Banked tables that were shown before they open: their odds, with a button that opens them. The version rises with each
-- change, so a button opens what stands above it. A taken offer stays until it is a day old and opens nothing more.
CREATE TABLE offers (
    id BIGINT NOT NULL PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    campaign_id BIGINT NOT NULL,
    -- The Discord user who asked.
    user_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    offer TEXT COLLATE "C" NOT NULL,
    made_at DOUBLE PRECISION NOT NULL,
    taken_at DOUBLE PRECISION,
    CONSTRAINT offer_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT offer_version CHECK (version >= 1)
);

CREATE INDEX offers_by_age ON offers (made_at);

-- The message in the GM channel that is kept up to date, also after a restart.
CREATE TABLE screens (
    campaign_id BIGINT NOT NULL PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    -- A digest of the message's content, so that only a screen that looks different is edited; empty where it isn't known.
    looks TEXT COLLATE "C" NOT NULL DEFAULT '',
    CONSTRAINT screen_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id)
);

-- Things that a character brings to a game: a loadout of the game's own making, and items, single things to be wagered.
--
-- An item is one row with exactly one holder: a character, a seat at a table, or nobody, which is where it comes from and
-- where it goes when it is taken away for good. It moves only by a line of the journal, and every line belongs to an
-- entry of the ledger, in the same batch as the chips that moved with it.

CREATE TABLE loadouts (
    campaign_id BIGINT NOT NULL,
    character_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    -- JSON of the game's own model; the version rises with each change.
    loadout TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (campaign_id, character_id, game),
    CONSTRAINT loadout_character FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    CONSTRAINT loadout_version CHECK (version >= 1)
);

CREATE TABLE items (
    id BIGINT NOT NULL PRIMARY KEY,
    campaign_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    -- The entry that it came into the world with.
    entry_id BIGINT NOT NULL,
    -- character:<id>, seat:<table>:<seat>, or nobody.
    holder TEXT COLLATE "C" NOT NULL DEFAULT 'nobody',
    character_id BIGINT,
    table_id BIGINT,
    seat BIGINT,
    -- The line of the journal that made the holder who it is.
    last_move BIGINT,
    CONSTRAINT items_of_campaigns UNIQUE (campaign_id, id),
    CONSTRAINT item_entry FOREIGN KEY (campaign_id, entry_id) REFERENCES entries (campaign_id, id),
    CONSTRAINT item_character FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    CONSTRAINT item_table FOREIGN KEY (campaign_id, table_id) REFERENCES tables (campaign_id, id),
    CONSTRAINT one_holder CHECK (
        coalesce(
            holder = CASE
                WHEN character_id IS NOT NULL AND table_id IS NULL AND seat IS NULL THEN 'character:' || character_id
                WHEN character_id IS NULL AND table_id IS NOT NULL AND seat IS NOT NULL
                    THEN 'seat:' || table_id || ':' || seat
                WHEN character_id IS NULL AND table_id IS NULL AND seat IS NULL THEN 'nobody'
            END,
            FALSE
        )
    )
);

CREATE INDEX items_of_holders ON items (holder, game, kind);
CREATE INDEX items_on_tables ON items (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX items_of_entries ON items (entry_id);

CREATE TABLE item_moves (
    id BIGINT NOT NULL PRIMARY KEY,
    entry_id BIGINT NOT NULL,
    campaign_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    source TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    -- The target once more, in its parts.
    character_id BIGINT,
    table_id BIGINT,
    seat BIGINT,
    CONSTRAINT moves_of_entries UNIQUE (entry_id, item_id),
    CONSTRAINT move_entry FOREIGN KEY (campaign_id, entry_id) REFERENCES entries (campaign_id, id),
    CONSTRAINT move_item FOREIGN KEY (campaign_id, item_id) REFERENCES items (campaign_id, id),
    CONSTRAINT move_between_two CHECK (source <> target)
);

CREATE INDEX moves_of_items ON item_moves (item_id, id);

-- The cards of a campaign's own for a game, as the text that a GM brought, one for each game. The text is kept as it was
-- written, so that it can be given back with its remarks and be read again by rules that have changed since.
--
-- Each loading and each removal is a row that stays. The version goes on rising past a removal, so a button on an old
-- page can't take away what was loaded after it.

CREATE TABLE card_file_changes (
    -- The interaction's: it loads or removes once.
    key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    campaign_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    deed TEXT COLLATE "C" NOT NULL,
    changed_by BIGINT NOT NULL,
    changed_at DOUBLE PRECISION NOT NULL,
    CONSTRAINT card_file_versions UNIQUE (campaign_id, game, version),
    CONSTRAINT card_file_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id),
    CONSTRAINT card_file_version CHECK (version >= 1),
    CONSTRAINT card_file_deed CHECK (deed IN ('load', 'remove'))
);

CREATE TABLE card_files (
    campaign_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (campaign_id, game),
    CONSTRAINT card_file_change FOREIGN KEY (campaign_id, game, version)
        REFERENCES card_file_changes (campaign_id, game, version)
);

-- Characters that came with an imported campaign, and the user that each is kept for. Until then nobody plays them:
-- their owner is user 0, which Discord gives nobody.
CREATE TABLE claims (
    campaign_id BIGINT NOT NULL,
    character_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    -- True if it is the one that the user played of several.
    plays BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (campaign_id, character_id),
    CONSTRAINT claim_character FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    CONSTRAINT claim_plays CHECK (plays IN (0, 1))
);

CREATE INDEX claims_of_users ON claims (user_id);

-- Files of campaigns that were sent in and shown, with a button that imports them: exactly this file, also after a
-- restart, once, and within a day. The content (compressed) is gone as soon as it was imported or declined.
CREATE TABLE pending_imports (
    id BIGINT NOT NULL PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    -- The channel or category that the campaign is to be played in; null for none.
    place_id BIGINT,
    content BYTEA,
    made_at DOUBLE PRECISION NOT NULL,
    taken_at DOUBLE PRECISION
);

CREATE INDEX pending_imports_by_age ON pending_imports (made_at);

-- The application of Discord that the database belongs to. To another one every server would look as if it had removed
-- the bot, and a server's data is deleted 30 days after that. There is one row, and none before the bot's first start.
CREATE TABLE application (
    slot BIGINT NOT NULL PRIMARY KEY,
    id BIGINT NOT NULL,
    CONSTRAINT application_slot CHECK (slot = 1)
);

-- Servers with commands of their own, which are taken away where SYNC_GUILDS no longer names the server.
CREATE TABLE command_servers (
    guild_id BIGINT NOT NULL PRIMARY KEY
);

-- Servers that have removed the bot: their data stays 30 days, in case the bot comes back, and is then deleted.
CREATE TABLE departures (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    left_at DOUBLE PRECISION NOT NULL
);

-- Campaigns whose time is over: they belong to no server any more, and go piece by piece.
CREATE TABLE purges (
    campaign_id BIGINT NOT NULL PRIMARY KEY,
    begun_at DOUBLE PRECISION NOT NULL,
    CONSTRAINT purge_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id)
);

-- A user to be forgotten on a server. Once that is done the row has no id, but a salted digest of it: a backup from
-- before that is restored later tells by it whom to forget again.
CREATE TABLE erasures (
    id BIGINT NOT NULL PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    user_id BIGINT,
    salt TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    asked_at DOUBLE PRECISION NOT NULL,
    done_at DOUBLE PRECISION,
    CONSTRAINT erasure_digests UNIQUE (digest),
    CONSTRAINT forgotten_when_done CHECK ((user_id IS NULL) = (done_at IS NOT NULL))
);

CREATE UNIQUE INDEX erasures_under_way ON erasures (guild_id, user_id) WHERE user_id IS NOT NULL;

-- Rules between rows. A trigger's name is what a refusal names.
--
-- The ledger, the log and the journal of items are append-only. Rows of a campaign whose time is over may go, and
-- forgetting a player may empty what they typed and the actor of a row, and nothing else.

CREATE FUNCTION violate(rule TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = rule, CONSTRAINT = rule;
END
$$;

CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM violate(TG_NAME);
    RETURN NULL;
END
$$;

CREATE FUNCTION refuse_unless_purged() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM purges WHERE campaign_id = OLD.campaign_id) THEN
        PERFORM violate(TG_NAME);
    END IF;
    RETURN OLD;
END
$$;

CREATE FUNCTION fit_entry() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.line > (SELECT size FROM entries WHERE id = NEW.entry_id) THEN
        PERFORM violate(TG_NAME);
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION move_balances() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE accounts SET balance = NEW.source_after, last_transfer = NEW.id WHERE id = NEW.source;
    UPDATE accounts SET balance = NEW.target_after, last_transfer = NEW.id WHERE id = NEW.target;
    RETURN NULL;
END
$$;

CREATE FUNCTION require_transfer() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM transfers
        WHERE id = NEW.last_transfer AND id > coalesce(OLD.last_transfer, 0)
            AND (
                (source = OLD.id AND NEW.balance = OLD.balance - amount)
                OR (target = OLD.id AND NEW.balance = OLD.balance + amount)
            )
    ) THEN
        PERFORM violate(TG_NAME);
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION require_holder() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM items WHERE id = NEW.item_id AND holder = NEW.source) THEN
        PERFORM violate(TG_NAME);
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION require_new_item() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM items WHERE id = NEW.item_id AND last_move IS NOT NULL) THEN
        PERFORM violate(TG_NAME);
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION change_holder() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE items SET holder = NEW.target, character_id = NEW.character_id, table_id = NEW.table_id, seat = NEW.seat,
        last_move = NEW.id
    WHERE id = NEW.item_id;
    RETURN NULL;
END
$$;

CREATE FUNCTION require_move() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM item_moves
        WHERE id = NEW.last_move AND id > coalesce(OLD.last_move, 0) AND item_id = OLD.id
            AND source = OLD.holder AND target = NEW.holder
    ) THEN
        PERFORM violate(TG_NAME);
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER transfers_fit_their_entry BEFORE INSERT ON transfers
FOR EACH ROW EXECUTE FUNCTION fit_entry();

CREATE TRIGGER transfers_move_balances AFTER INSERT ON transfers
FOR EACH ROW EXECUTE FUNCTION move_balances();

CREATE TRIGGER balances_move_by_transfers BEFORE UPDATE OF balance, last_transfer ON accounts
FOR EACH ROW EXECUTE FUNCTION require_transfer();

CREATE TRIGGER accounts_open_empty BEFORE INSERT ON accounts
FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.last_transfer IS NOT NULL) EXECUTE FUNCTION refuse();

CREATE TRIGGER accounts_keep_their_owner
BEFORE UPDATE OF id, campaign_id, kind, character_id, table_id, seat ON accounts
FOR EACH ROW EXECUTE FUNCTION refuse();

CREATE TRIGGER accounts_are_kept BEFORE DELETE ON accounts
FOR EACH ROW EXECUTE FUNCTION refuse_unless_purged();

CREATE TRIGGER entries_are_final BEFORE UPDATE ON entries
FOR EACH ROW WHEN (
    (NEW.id, NEW.key, NEW.campaign_id, NEW.kind, NEW.at, NEW.table_id, NEW.hand, NEW.reverses, NEW.size)
    IS DISTINCT FROM
    (OLD.id, OLD.key, OLD.campaign_id, OLD.kind, OLD.at, OLD.table_id, OLD.hand, OLD.reverses, OLD.size)
    OR NOT (NEW.actor IS NULL OR NEW.actor IS NOT DISTINCT FROM OLD.actor)
    OR NOT (NEW.reason = '' OR NEW.reason = OLD.reason)
) EXECUTE FUNCTION refuse();

CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
FOR EACH ROW EXECUTE FUNCTION refuse_unless_purged();

CREATE TRIGGER transfers_are_final BEFORE UPDATE ON transfers
FOR EACH ROW EXECUTE FUNCTION refuse();

CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
FOR EACH ROW EXECUTE FUNCTION refuse_unless_purged();

CREATE TRIGGER actions_are_final BEFORE UPDATE ON actions
FOR EACH ROW WHEN (
    (
        NEW.campaign_id, NEW.table_id, NEW.sequence, NEW.key, NEW.hand, NEW.revision, NEW.turn, NEW.how, NEW.seat,
        NEW.action, NEW.cause, NEW.at, NEW.draws, NEW.digest, NEW.seals, NEW.events, NEW.has_secrets
    )
    IS DISTINCT FROM
    (
        OLD.campaign_id, OLD.table_id, OLD.sequence, OLD.key, OLD.hand, OLD.revision, OLD.turn, OLD.how, OLD.seat,
        OLD.action, OLD.cause, OLD.at, OLD.draws, OLD.digest, OLD.seals, OLD.events, OLD.has_secrets
    )
    OR NOT (NEW.actor IS NULL OR NEW.actor IS NOT DISTINCT FROM OLD.actor)
    OR NOT (NEW.typed IS NULL OR NEW.typed IS NOT DISTINCT FROM OLD.typed)
) EXECUTE FUNCTION refuse();

CREATE TRIGGER actions_are_kept BEFORE DELETE ON actions
FOR EACH ROW EXECUTE FUNCTION refuse_unless_purged();

CREATE TRIGGER items_begin_with_nobody BEFORE INSERT ON items
FOR EACH ROW WHEN (NEW.holder <> 'nobody' OR NEW.last_move IS NOT NULL) EXECUTE FUNCTION refuse();

CREATE TRIGGER items_move_from_their_holder BEFORE INSERT ON item_moves
FOR EACH ROW EXECUTE FUNCTION require_holder();

CREATE TRIGGER items_come_back_from_nobody BEFORE INSERT ON item_moves
FOR EACH ROW WHEN (NEW.source = 'nobody') EXECUTE FUNCTION require_new_item();

CREATE TRIGGER moves_change_holders AFTER INSERT ON item_moves
FOR EACH ROW EXECUTE FUNCTION change_holder();

CREATE TRIGGER holders_change_by_moves BEFORE UPDATE OF holder, character_id, table_id, seat, last_move ON items
FOR EACH ROW EXECUTE FUNCTION require_move();

CREATE TRIGGER items_stay_what_they_are BEFORE UPDATE OF id, campaign_id, game, kind, entry_id ON items
FOR EACH ROW EXECUTE FUNCTION refuse();

CREATE TRIGGER items_are_kept BEFORE DELETE ON items
FOR EACH ROW EXECUTE FUNCTION refuse_unless_purged();

CREATE TRIGGER moves_are_final BEFORE UPDATE ON item_moves
FOR EACH ROW EXECUTE FUNCTION refuse();

CREATE TRIGGER moves_are_kept BEFORE DELETE ON item_moves
FOR EACH ROW EXECUTE FUNCTION refuse_unless_purged();
