"""Records a session for clients to play: `record.py TOOLC CORPUS HOME`.

A folder with projects of files from the corpus, a hundred edits of them, and what `toolc check` finds after each of them, in the
form of the protocol with UTF-16.
"""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

PROJECTS = 20
EDITS = 5
LARGEST = 60_000
PARTS = [("openapi/2.0", "rest"), ("openapi/3.0", "rest"), ("openapi/3.1", "rest"), ("bfcl-tools", "file"), ("mcp", "mcp")]
KEYS = {"rest": "spec", "file": "path", "mcp": "snapshot"}
TYPED = ["x", "\n", "  ", ":", "[", "}", '"', "ä😀", "null", "12", '"enum": ["a", "a"],', '"$ref": "#/nowhere",', "\t"]
WORKER = "name: desk\ntoolsets:\n  given: { tools: all, approval: { default: ask } }\n"
SEVERITIES = {"error": 1, "warning": 2, "note": 3}


def position(text, offset):
    """A place as a client writes it that counts in UTF-16."""
    before = text[:offset]
    line = before.rsplit("\n", 1)[-1]
    return {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}


def moved(folder, label):
    """The range of a label, which counts characters."""
    lines = (folder / label["path"]).read_bytes().decode().split("\n")

    def place(line, column):
        text = lines[line - 1] if line <= len(lines) else ""
        return {"line": line - 1, "character": len(text[: column - 1].encode("utf-16-le")) // 2}

    start = place(label["line"], label["column"])
    return {"start": start, "end": place(label["end_line"], label["end_column"])}


def clean(path):
    return path.removeprefix("./")


def checked(toolc, folder):
    """What the command reports in a folder, as an editor is to see it."""
    run = subprocess.run([toolc, "check", "--format", "json"], cwd=folder, capture_output=True, text=True, check=False)
    found = []
    for finding in json.loads(run.stdout)["diagnostics"]:
        labels = finding["labels"]
        own = labels[0] if labels and (folder / labels[0]["path"]).is_file() else None
        origin = {"line": 0, "character": 0}
        message = finding["message"]
        if own and own["text"]:
            message += "\n" + own["text"]
        related = []
        for label in labels[1 if own else 0 :]:
            words = label["text"] or "see here"
            if (folder / label["path"]).is_file():
                related.append([clean(label["path"]), moved(folder, label), words])
            else:
                message += f"\n{label['path']}:{label['line']}:{label['column']}: {words}"
        if finding["help"]:
            message += "\nhelp: " + finding["help"]
        found.append(
            {
                "file": clean(own["path"]) if own else "toolc.yaml",
                "range": moved(folder, own) if own else {"start": origin, "end": origin},
                "severity": SEVERITIES[finding["severity"]],
                "code": finding["code"],
                "message": message,
                "related": related,
            }
        )
    return sorted(found, key=json.dumps)


def edited(chance, text):
    """A letter or a snippet somewhere, or something is taken away. The last character stays: Neovim has its own mind about it."""
    start = chance.randrange(len(text))
    end = min(len(text) - 1, start + chance.choice([0, 0, 1, 4, 11]))
    return start, end, chance.choice(TYPED) if chance.random() < 0.7 else ""


def choose(corpus):
    """Files of the corpus, of every kind."""
    chosen = []
    for part, kind in PARTS:
        files = sorted(path for path in (corpus / part).rglob("*.*") if path.suffix in (".json", ".yaml") and path.stat().st_size < LARGEST)
        count = PROJECTS // len(PARTS)
        chosen += [(path, kind) for path in files[:: max(1, len(files) // count)][:count]]
    return chosen


def record(toolc, corpus, home):
    shutil.rmtree(home, ignore_errors=True)
    chance = random.Random(35)
    steps = []
    for number, (path, kind) in enumerate(choose(corpus)):
        folder = home / "files" / f"p{number}"
        folder.mkdir(parents=True)
        given = f"given{path.suffix}"
        config = f"tools: [{{ type: {kind}, {KEYS[kind]}: {given}, namespace: given }}]\nworkers: [desk.yaml]\n"
        texts = {given: path.read_bytes().decode(), "desk.yaml": WORKER, "toolc.yaml": config}
        for name, text in texts.items():
            (folder / name).write_bytes(text.encode())
        original = dict(texts)
        for edit in range(EDITS):
            name = "desk.yaml" if edit == 1 else "toolc.yaml" if edit == 3 else given
            text = texts[name]
            undo = text != original[name]
            start, end, new = (0, len(text), original[name]) if undo else edited(chance, text)
            texts[name] = text[:start] + new + text[end:]
            (folder / name).write_bytes(texts[name].encode())
            steps.append(
                {
                    "project": folder.name,
                    "file": name,
                    "range": {"start": position(text, start), "end": position(text, end)},
                    "text": new,
                    "full": texts[name],
                    "at": position(texts[name], start),
                    "findings": checked(toolc, folder),
                }
            )
        for name, text in original.items():
            (folder / name).write_bytes(text.encode())
    (home / "session.json").write_text(json.dumps({"root": str(home / "files"), "steps": steps}))
    faults = sum(bool(step["findings"]) for step in steps)
    print(f"{len(steps)} edits of {number + 1} projects, {faults} of them with findings")
    if len(steps) < PROJECTS * EDITS or faults < len(steps) // 2:
        sys.exit("the session is not what it was meant to be")


record(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
