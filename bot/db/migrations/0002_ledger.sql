-- The book of all money, in double entry: an entry is one event, its transfers move money between two accounts.
--
-- All amounts count the campaign's smallest coin. A campaign has one currency, so the campaign in every key keeps
-- money from crossing campaigns and currencies alike. What must never be is refused here, whatever a bug may try:
-- an overdrawn account, an edited or deleted entry, an event posted twice, a balance that moves without a transfer.

CREATE TABLE accounts (
    -- The kind and whose it is: purse:<character>, party:<campaign>, seat:<table>:<seat>, bank:<table> ...
    id TEXT PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    kind TEXT NOT NULL,
    character_id INTEGER,
    table_id INTEGER,
    seat INTEGER,
    balance INTEGER NOT NULL DEFAULT 0,
    -- The transfer that made the balance what it is.
    last_transfer INTEGER,
    UNIQUE (campaign_id, id),
    FOREIGN KEY (campaign_id, character_id) REFERENCES characters (campaign_id, id),
    CONSTRAINT account_name CHECK (
        id = coalesce(
            CASE kind
                WHEN 'purse' THEN 'purse:' || character_id
                WHEN 'seat' THEN 'seat:' || table_id || ':' || seat
                WHEN 'bank' THEN 'bank:' || table_id
                WHEN 'prize' THEN 'prize:' || table_id
                WHEN 'party' THEN 'party:' || campaign_id
                WHEN 'house' THEN 'house:' || campaign_id
                WHEN 'mint' THEN 'mint:' || campaign_id
            END,
            ''
        )
    ),
    CONSTRAINT account_owner CHECK ((kind IN ('purse', 'seat')) = (character_id IS NOT NULL)),
    CONSTRAINT account_table CHECK ((kind IN ('seat', 'bank', 'prize')) = (table_id IS NOT NULL)),
    CONSTRAINT account_seat CHECK ((kind = 'seat') = (seat IS NOT NULL)),
    -- Only the mint owes: what it owes is all the money there is.
    CONSTRAINT never_overdrawn CHECK (balance >= CASE kind WHEN 'mint' THEN -1000000000000000000 ELSE 0 END),
    CONSTRAINT never_boundless CHECK (balance <= 1000000000000000)
) STRICT;

CREATE INDEX accounts_of_characters ON accounts (character_id);
CREATE INDEX accounts_of_tables ON accounts (table_id);

CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    -- What happened, told apart from everything else that happens: posting it again is refused.
    key TEXT NOT NULL UNIQUE,
    campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
    kind TEXT NOT NULL CONSTRAINT entry_kind CHECK (length(kind) BETWEEN 1 AND 32),
    reason TEXT NOT NULL CONSTRAINT entry_reason CHECK (length(reason) <= 400),
    -- The Discord user behind it, or nobody: the clock, an NPC.
    actor INTEGER,
    at INTEGER NOT NULL,
    table_id INTEGER,
    hand INTEGER,
    reverses INTEGER UNIQUE,
    -- How many transfers it has; no more can be added later.
    size INTEGER NOT NULL CONSTRAINT entry_size CHECK (size >= 0),
    UNIQUE (campaign_id, id),
    FOREIGN KEY (campaign_id, reverses) REFERENCES entries (campaign_id, id)
) STRICT;

CREATE TABLE transfers (
    id INTEGER PRIMARY KEY,
    entry_id INTEGER NOT NULL,
    line INTEGER NOT NULL CONSTRAINT transfer_line CHECK (line >= 1),
    campaign_id INTEGER NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    amount INTEGER NOT NULL CONSTRAINT transfer_amount CHECK (amount BETWEEN 1 AND 1000000000000000),
    source_after INTEGER NOT NULL,
    target_after INTEGER NOT NULL,
    UNIQUE (entry_id, line),
    FOREIGN KEY (campaign_id, entry_id) REFERENCES entries (campaign_id, id),
    FOREIGN KEY (campaign_id, source) REFERENCES accounts (campaign_id, id),
    FOREIGN KEY (campaign_id, target) REFERENCES accounts (campaign_id, id),
    CONSTRAINT transfer_between_two CHECK (source <> target)
) STRICT;

CREATE INDEX transfers_out ON transfers (source, entry_id);
CREATE INDEX transfers_in ON transfers (target, entry_id);

CREATE TRIGGER transfers_fit_their_entry BEFORE INSERT ON transfers
WHEN NEW.line > (SELECT size FROM entries WHERE id = NEW.entry_id)
BEGIN
    SELECT RAISE(ABORT, 'an entry gets no more transfers than it was posted with');
END;

CREATE TRIGGER transfers_move_balances AFTER INSERT ON transfers
BEGIN
    UPDATE accounts SET balance = NEW.source_after, last_transfer = NEW.id WHERE id = NEW.source;
    UPDATE accounts SET balance = NEW.target_after, last_transfer = NEW.id WHERE id = NEW.target;
END;

CREATE TRIGGER balances_move_by_transfers BEFORE UPDATE OF balance, last_transfer ON accounts
WHEN NOT EXISTS (
    SELECT 1 FROM transfers
    WHERE id = NEW.last_transfer AND id > coalesce(OLD.last_transfer, 0)
        AND (
            (source = OLD.id AND NEW.balance = OLD.balance - amount)
            OR (target = OLD.id AND NEW.balance = OLD.balance + amount)
        )
)
BEGIN
    SELECT RAISE(ABORT, 'a balance moves only with its transfer');
END;

CREATE TRIGGER accounts_open_empty BEFORE INSERT ON accounts
WHEN NEW.balance <> 0 OR NEW.last_transfer IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'an account opens empty');
END;

CREATE TRIGGER accounts_keep_their_owner
BEFORE UPDATE OF id, campaign_id, kind, character_id, table_id, seat ON accounts
BEGIN
    SELECT RAISE(ABORT, 'an account keeps its owner');
END;

CREATE TRIGGER accounts_are_kept BEFORE DELETE ON accounts
BEGIN
    SELECT RAISE(ABORT, 'an account is never deleted');
END;

CREATE TRIGGER entries_are_final BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'an entry is never changed');
END;

CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
BEGIN
    SELECT RAISE(ABORT, 'an entry is never deleted');
END;

CREATE TRIGGER transfers_are_final BEFORE UPDATE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never changed');
END;

CREATE TRIGGER transfers_are_kept BEFORE DELETE ON transfers
BEGIN
    SELECT RAISE(ABORT, 'a transfer is never deleted');
END;
