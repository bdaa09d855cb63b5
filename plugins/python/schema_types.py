"""JSON Schema (2020-12) as types of Python.

A type takes every value that its schema takes; what a type cannot say, such as a pattern or a limit, is left to the server.
Objects become `TypedDict`s by function call, so that any name can be a key and none hides a type.
"""

from __future__ import annotations

import itertools
import json
import keyword
import re
from typing import Any, Iterable

ALL = ("object", "array", "string", "integer", "number", "boolean", "null")
PLAIN = {
    "object": "dict[str, Any]",
    "array": "list[Any]",
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
}

# Names that the made files use themselves.
TAKEN = ("Any", "Literal", "Never", "NotRequired", "TypeAlias", "TypedDict", "Worker", "ToolError", "True", "False", "None")

# Of `typing`, what made files may use.
IMPORTED = ("Any", "Literal", "Never", "NotRequired", "TypeAlias", "TypedDict")

# Keywords that a type is made of.
SAYING: tuple[str, ...] = ("$ref", "type", "enum", "const", "allOf", "anyOf", "oneOf", "properties", "patternProperties")
SAYING += ("additionalProperties", "required", "items", "prefixItems")

# More alternatives than these are not multiplied with each other.
MOST = 64


class Namer:
    """Gives each thing a name of its own."""

    def __init__(self, taken: Iterable[str] = TAKEN) -> None:
        self.taken = set(taken)

    def choose(self, wish: str) -> str:
        name = wish
        for number in itertools.count(2):
            if name not in self.taken:
                break
            name = f"{wish}{number}"
        self.taken.add(name)
        return name


def write_imports(text: str) -> str:
    """What declarations have to import."""
    used = [name for name in IMPORTED if re.search(rf"\b{name}\b", re.sub(r"#.*", "", text))]
    return f"from typing import {', '.join(used)}\n\n" if used else ""


def pascal(name: str) -> str:
    """`weather_api__get-weather` becomes `WeatherApiGetWeather`."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    joined = "".join(word[0].upper() + word[1:] for word in words)
    return joined if joined[:1].isalpha() else f"T{joined}"


def identifier(name: str) -> str:
    """A name as that of a method."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    if not plain or plain[0].isdigit() or plain.startswith("__"):
        plain = f"tool_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def comment(parts: Iterable[Any], indent: str = "") -> str:
    """Texts as comments, which no text can end."""
    text = "\n\n".join(part for part in parts if isinstance(part, str) and part.strip())
    lines = re.split(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]", text) if text else []
    plain = (re.sub(r"[\x00-\x1f\x7f]", " ", line) for line in lines)
    plain = (line.encode("utf-8", "replace").decode() for line in plain)
    return "".join(f"{indent}# {line}".rstrip() + "\n" for line in plain)


# One value as a type.
VALUE = re.compile(r"""Literal\[(True|False|-?\d+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]""")


def union(types: Iterable[str]) -> str:
    kept = [kind for kind in dict.fromkeys(types) if kind != "Never"]
    if "Any" in kept:
        return "Any"
    # a list of hundreds of values would be too deep for pyright as a union of types
    values = [found.group(1) for found in map(VALUE.fullmatch, kept) if found]
    others = [kind for kind in kept if not VALUE.fullmatch(kind)]
    if values:
        others.insert(0, f"Literal[{', '.join(values)}]")
    return " | ".join(others) or "Never"


def literal(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, (bool, int, str)):
        return f"Literal[{value!r}]"
    return PLAIN["number" if isinstance(value, float) else "array" if isinstance(value, list) else "object"]


def kind_of(value: Any) -> tuple[str, ...]:
    if value is None:
        return ("null",)
    if isinstance(value, bool):
        return ("boolean",)
    if isinstance(value, (int, float)):
        return ("integer", "number")
    return ("string",) if isinstance(value, str) else ("array",) if isinstance(value, list) else ("object",)


def meet(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The JSON types in both; a number may be an integer."""
    both = [kind for kind in one if kind in other or (kind == "integer" and "number" in other)]
    both += [kind for kind in other if kind == "integer" and "number" in one and kind not in both]
    return tuple(both)


def said_kinds(schema: dict[str, Any]) -> tuple[str, ...]:
    said = schema.get("type")
    if isinstance(said, str):
        return (said,)
    return tuple(said) if isinstance(said, list) else ALL


def both_schemas(one: Any, other: Any) -> Any:
    if one is None or one is True:
        return other
    return one if other is None or other is True else {"allOf": [one, other]}


def merge(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What holds for values of both, as far as it is read here."""
    merged = {**one, **other}
    merged["type"] = list(meet(said_kinds(one), said_kinds(other)))
    for key in ("properties", "patternProperties"):
        left, right = one.get(key) or {}, other.get(key) or {}
        if left or right:
            names = dict.fromkeys([*left, *right])
            merged[key] = {name: both_schemas(left.get(name), right.get(name)) for name in names}
            merged[key] = {name: True if rule is None else rule for name, rule in merged[key].items()}
    required = [*one.get("required", []), *other.get("required", [])]
    if required:
        merged["required"] = list(dict.fromkeys(required))
    for key in ("additionalProperties", "items"):
        if key in one and key in other:
            merged[key] = False if False in (one[key], other[key]) else both_schemas(one[key], other[key])
    values = [part for part in (values_of(one), values_of(other)) if part is not None]
    merged.pop("const", None)
    if len(values) == 2:
        known = [json.dumps(value) for value in values[1]]
        values = [[value for value in values[0] if json.dumps(value) in known]]
    if values:
        merged["enum"] = values[0]
    return merged


def values_of(schema: dict[str, Any]) -> list[Any] | None:
    if "const" in schema:
        return [schema["const"]]
    return schema["enum"] if isinstance(schema.get("enum"), list) else None


DEFINITION = re.compile(r"#/\$defs/[^/]+")


class Shared:
    """Definitions that several schemas have alike are declared once: the schemas of an API's operations repeat its own."""

    def __init__(self) -> None:
        self.groups: list[tuple[dict[str, str], dict[str, str]]] = []

    def names_for(self, root: Any) -> dict[str, str]:
        """The names of the definitions that a schema shares with others, by pointer; to be added to."""
        definitions = root.get("$defs") if isinstance(root, dict) else None
        texts = {name: json.dumps(schema) for name, schema in (definitions or {}).items()}
        for text in texts.values():
            # what refers to anything but a definition may mean another thing in each schema
            if not all(DEFINITION.fullmatch(to) for to in re.findall(r'"\$ref": "([^"]*)"', text)):
                return {}
        for known, names in self.groups:
            if all(known.get(name, text) == text for name, text in texts.items()):
                break
        else:
            known, names = {}, {}
            if len(self.groups) < MOST:
                self.groups.append((known, names))
        known.update(texts)
        return names


class Types:
    """The types of one schema and of all that it refers to."""

    def __init__(self, root: Any, namer: Namer, name: str, shared: Shared) -> None:
        self.root = root
        self.shared = shared.names_for(root)
        self.namer = namer
        self.base = name
        self.names: dict[str, str] = {}
        self.waiting: list[str] = []
        self.blocks: list[str] = []
        # What is written in place of a reference at the moment: within it, it is not written again.
        self.inlined: list[str] = []

    def declare(self, about: str, kinds: tuple[str, ...] = ALL) -> str:
        """Declares the type of the whole schema; returns its name."""
        name = self.name_of("#")
        is_referred = '"$ref": "#"' in json.dumps(self.root)
        while self.waiting:
            pointer = self.waiting.pop(0)
            schema = self.find(pointer)
            is_root = pointer == "#"
            text = about if is_root else comment([schema.get("description") if isinstance(schema, dict) else None])
            among = kinds if is_root and not is_referred else ALL
            own = self.names[pointer]
            at = len(self.blocks)
            kind = self.write(schema, among, own, pointer)
            if kind != own:
                self.blocks.append(f"{own}: TypeAlias = {kind}\n")
                at = len(self.blocks) - 1
            else:
                at = next(index for index in range(at, len(self.blocks)) if self.blocks[index].startswith(f"{own} = "))
            self.blocks[at] = text + self.blocks[at]
        return name

    def name_of(self, pointer: str) -> str:
        if pointer in self.shared:
            return self.shared[pointer]
        if pointer not in self.names:
            last = pointer.rsplit("/", 1)[-1]
            wish = self.base if pointer == "#" else f"{self.base}{pascal(last)}"
            self.names[pointer] = self.namer.choose(wish)
            if DEFINITION.fullmatch(pointer):
                self.shared[pointer] = self.names[pointer]
            self.waiting.append(pointer)
        return self.names[pointer]

    def find(self, pointer: str) -> Any:
        """What a reference leads to; `None` if it leads nowhere in the document."""
        if pointer == "#":
            return self.root
        if not pointer.startswith("#/"):
            return None
        at = self.root
        for part in pointer[2:].split("/"):
            key = percent_decode(part).replace("~1", "/").replace("~0", "~")
            if isinstance(at, list) and key.isdigit() and int(key) < len(at):
                at = at[int(key)]
            elif isinstance(at, dict) and key in at:
                at = at[key]
            else:
                return None
        return at if isinstance(at, (dict, bool)) else None

    def expand(self, schema: Any, seen: tuple[str, ...], used: list[str]) -> list[dict[str, Any]]:
        """The alternatives of a schema, none of which has parts or references. `used` collects what stood in their place."""
        if schema is False:
            return []
        if not isinstance(schema, dict):
            return [{}]
        own = {key: value for key, value in schema.items() if key not in ("$ref", "allOf", "anyOf", "oneOf")}
        flat = [own]
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference not in seen and reference not in self.inlined:
            used.append(reference)
            target = self.find(reference)
            flat = self.multiply(flat, [{}] if target is None else self.expand(target, (*seen, reference), used))
        for part in schema.get("allOf") or []:
            flat = self.multiply(flat, self.expand(part, seen, used))
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list):
                parts = [flat for part in schema[key] for flat in self.expand(part, seen, used)]
                flat = self.multiply(flat, parts)
        return flat

    def multiply(self, ones: list[dict[str, Any]], others: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len(others) > 1 and len(ones) * len(others) > MOST:
            return ones
        return [merge(one, other) for one in ones for other in others]

    def write(self, schema: Any, among: tuple[str, ...], hint: str, pointer: str | None = None) -> str:
        """The type of a schema. With a pointer, it may be declared under the hint itself."""
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        says = [key for key in SAYING if isinstance(schema, dict) and key in schema]
        if isinstance(reference, str) and pointer is None and says == ["$ref"]:
            return "Any" if self.find(reference) is None else f'"{self.name_of(reference)}"'
        if pointer is None and len(says) == 1 and says[0] in ("allOf", "anyOf", "oneOf"):
            parts = schema[says[0]]
            if isinstance(parts, list) and (says[0] != "allOf" or len(parts) == 1):
                # alternatives keep their names
                return union(self.write(part, among, hint) for part in parts)
        used: list[str] = []
        flat = self.expand(schema, () if pointer is None else (pointer,), used)
        own = hint if pointer is not None and len(flat) == 1 else None
        self.inlined += used
        kinds = [kind for part in flat for kind in self.write_flat(part, among, hint, own)]
        del self.inlined[len(self.inlined) - len(used) :]
        return union(kinds)

    def write_flat(self, schema: dict[str, Any], among: tuple[str, ...], hint: str, own: str | None) -> list[str]:
        kinds = meet(said_kinds(schema), among)
        values = values_of(schema)
        if values is not None:
            return [literal(value) for value in values if any(kind in kinds for kind in kind_of(value))] or ["Never"]
        objects = any(key in schema for key in ("properties", "required", "additionalProperties", "patternProperties"))
        arrays = "items" in schema or "prefixItems" in schema
        if len(kinds) == len(ALL) and not objects and not arrays:
            return ["Any"]
        types: list[str] = []
        for kind in kinds:
            if kind == "object" and objects:
                types += self.write_object(schema, hint, own if len(kinds) == 1 else None)
            elif kind == "array" and arrays:
                types.append(self.write_array(schema, hint))
            elif kind != "integer" or "number" not in kinds:
                types.append(PLAIN[kind])
        return types or ["Never"]

    def write_array(self, schema: dict[str, Any], hint: str) -> str:
        parts = [self.write(item, ALL, f"{hint}Item") for item in schema.get("prefixItems") or []]
        if schema.get("items") is not False:
            parts.append(self.write(schema["items"], ALL, f"{hint}Item") if "items" in schema else "Any")
        return f"list[{union(parts)}]"

    def write_object(self, schema: dict[str, Any], hint: str, own: str | None) -> list[str]:
        properties = schema.get("properties") or {}
        required = set(schema.get("required") or [])
        # an empty key can be in no TypedDict
        names = list(filter(None, dict.fromkeys([*properties, *schema.get("required", [])])))
        patterns = list((schema.get("patternProperties") or {}).values())
        rest = schema.get("additionalProperties")
        others = [self.write(part, ALL, f"{hint}Value") for part in patterns]
        if rest is not None and rest is not False:
            others.append(self.write(rest, ALL, f"{hint}Value"))
        elif patterns and rest is None:
            others.append("Any")
        if not names:
            return [f"dict[str, {union(others) if others else 'Never' if rest is False else 'Any'}]"]
        own = None if others else own
        name = own or self.namer.choose(hint if hint not in self.names.values() else f"{hint}Object")
        types: list[str] = []
        lines: list[str] = []
        for key in names:
            rule = properties.get(key, True)
            kind = self.write(rule, ALL, f"{name}{pascal(key)}")
            types.append(kind)
            about = comment([rule.get("description") if isinstance(rule, dict) else None], "    ")
            lines.append(f"{about}    {key!r}: {kind if key in required else f'NotRequired[{kind}]'},\n")
        self.blocks.append(f'{name} = TypedDict("{name}", {{\n{"".join(lines)}}})\n')
        quoted = name if own else f'"{name}"'
        # a dictionary with other keys besides cannot be told from one with wrong keys by its type
        return [quoted, f"dict[str, {union([*others, *types])}]"] if others else [quoted]


def percent_decode(text: str) -> str:
    from urllib.parse import unquote

    return unquote(text)
