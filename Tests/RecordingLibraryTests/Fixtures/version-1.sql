-- The folders that were added, with the labels that were named for them; they are read again when no
-- other is named.
CREATE TABLE folder (path TEXT NOT NULL PRIMARY KEY, labels TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE device (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, bus INTEGER NOT NULL, vendor INTEGER NOT NULL,
  product INTEGER NOT NULL, version INTEGER NOT NULL,
  UNIQUE (name, bus, vendor, product, version)
) STRICT;

-- A content, as it is read with a device description (the hash of one from outside, or empty).
CREATE TABLE recording (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL, description TEXT NOT NULL, format TEXT NOT NULL,
  duration_s REAL NOT NULL, events INTEGER NOT NULL, frames INTEGER NOT NULL,
  contacts INTEGER NOT NULL, palms INTEGER NOT NULL, max_touches INTEGER NOT NULL,
  report_rate_hz REAL,
  UNIQUE (hash, description)
) STRICT;
CREATE INDEX recording_format ON recording (format);
CREATE INDEX recording_duration ON recording (duration_s);
CREATE INDEX recording_touches ON recording (max_touches);

-- The devices of a recording, the one that was touched first.
CREATE TABLE recording_device (
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, device_id INTEGER NOT NULL REFERENCES device (id),
  kind TEXT, width_mm REAL, height_mm REAL, size_assumed INTEGER,
  PRIMARY KEY (recording_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX recording_device_device ON recording_device (device_id, recording_id);

-- A path; of a broken recording with its error, and without a recording. Labels that were named for the
-- file itself, not for its folder, are found again by their path.
CREATE TABLE file (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL, hash TEXT, labels TEXT, label_hash TEXT NOT NULL, error TEXT,
  is_missing INTEGER NOT NULL DEFAULT 0, recording_id INTEGER REFERENCES recording (id)
) STRICT;
CREATE INDEX file_recording ON file (recording_id);
CREATE INDEX file_hash ON file (hash);
CREATE INDEX file_broken ON file (path) WHERE error IS NOT NULL;
CREATE INDEX file_missing ON file (path) WHERE is_missing;

-- The gestures that a recording has; a label that allows several kinds has a row for each.
CREATE TABLE label (
  file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE, position INTEGER NOT NULL,
  gesture TEXT NOT NULL, touches INTEGER, taps INTEGER, direction TEXT, name TEXT,
  start_s REAL NOT NULL, end_s REAL NOT NULL,
  PRIMARY KEY (file_id, position, gesture)
) STRICT, WITHOUT ROWID;
CREATE INDEX label_gesture ON label (gesture, file_id);

-- Tags belong to a content, wherever its files are.
CREATE TABLE tag (
  hash TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (hash, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_name ON tag (name, hash);

CREATE TABLE profile (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, UNIQUE (name, hash)
) STRICT;

-- What a version of the program recognized under a profile; the newest of a profile's name is current.
CREATE TABLE answer (
  id INTEGER PRIMARY KEY,
  recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
  profile_id INTEGER NOT NULL REFERENCES profile (id), version TEXT NOT NULL,
  is_current INTEGER NOT NULL, gestures INTEGER NOT NULL,
  UNIQUE (recording_id, profile_id, version)
) STRICT;
CREATE INDEX answer_profile ON answer (profile_id, version, recording_id);

CREATE TABLE gesture (
  answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
  position INTEGER NOT NULL, gesture TEXT NOT NULL, touches INTEGER, taps INTEGER,
  direction TEXT, name TEXT, record TEXT NOT NULL,
  PRIMARY KEY (answer_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX gesture_kind ON gesture (gesture, answer_id);

-- How attempts failed, by recognizer and reason; an empty gesture is a contact that is a palm.
CREATE TABLE failure (
  answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
  gesture TEXT NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL, time_s REAL NOT NULL,
  sentence TEXT NOT NULL,
  PRIMARY KEY (answer_id, gesture, reason)
) STRICT, WITHOUT ROWID;
CREATE INDEX failure_reason ON failure (reason, gesture, answer_id);

-- An answer compared with the labels of a file.
CREATE TABLE score (
  file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
  found INTEGER NOT NULL, missed INTEGER NOT NULL, false_reports INTEGER NOT NULL,
  PRIMARY KEY (answer_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX score_file ON score (file_id);
CREATE INDEX score_mistaken ON score (answer_id, file_id) WHERE missed + false_reports > 0;
CREATE TABLE missed (
  file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
  gesture TEXT NOT NULL,
  PRIMARY KEY (answer_id, file_id, gesture)
) STRICT, WITHOUT ROWID;
CREATE INDEX missed_file ON missed (file_id);
CREATE INDEX missed_gesture ON missed (gesture, answer_id, file_id);

-- A file as version 1 has written it, with every table.
INSERT INTO folder VALUES ('/recordings', NULL);
INSERT INTO device VALUES (1, 'Synaptics TM3276-022', 24, 1739, 12345, 256);
INSERT INTO recording VALUES
  (1, '5b1a', '', 'evemu', 0.6, 400, 80, 2, 0, 2, 80.0);
INSERT INTO recording_device VALUES (1, 0, 1, 'touchpad', 98.0, 53.0, 0);
INSERT INTO file VALUES (1, '/recordings/a.evemu', 1200, 17, '5b1a', NULL, 'label', NULL, 0, 1);
INSERT INTO label VALUES (1, 0, 'swipe', 2, NULL, 'right', NULL, 0.1, 0.5);
INSERT INTO label VALUES (1, 0, 'pan', 2, NULL, 'right', NULL, 0.1, 0.5);
INSERT INTO tag VALUES ('5b1a', 'slow');
INSERT INTO profile VALUES (1, 'standard', 'abc');
INSERT INTO answer VALUES (1, 1, 1, '0.1.0', 1, 1);
INSERT INTO gesture VALUES
  (1, 0, 'swipe', 2, NULL, 'right', NULL, '{"v":2,"time_s":0.4,"start_s":0.1,"gesture":"swipe"}');
INSERT INTO failure VALUES (1, 'tap', 'movement', 1, 0.2, 'tap failed: moved 5.0 mm');
INSERT INTO score VALUES (1, 1, 1, 0, 0);
INSERT INTO missed VALUES (1, 1, 'tap');
PRAGMA application_id = 1416391010;
PRAGMA user_version = 1;
