"""Writes src/launchscore/api.py: the types and the operations of the API's OpenAPI document.

    python3 generate.py [openapi.json]
"""

import json
import keyword
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent.parent / "openapi.json"
MODULE = HERE / "src" / "launchscore" / "api.py"

HEADER = '''"""The types and the operations of the API. Written by generate.py from openapi.json."""

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union

from ._http import Image, Transport
'''

PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def write_module(document_path=DOCUMENT, module_path=MODULE):
    document = json.loads(Path(document_path).read_text(encoding="utf-8"))
    Path(module_path).write_text(generate(document), encoding="utf-8")


def generate(document):
    """Returns the source of the module."""
    types = Types(document)
    for name in document["components"]["schemas"]:
        types.define(name)
    methods = [
        write_methods(types, method, path, operation)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if isinstance(operation, dict) and "operationId" in operation
    ]
    events = write_events(types, document)
    error_code = write_error_code(types, document)
    operations = (
        "class Operations(Transport):\n"
        '    """A method for each operation, and an iterator for each list that has pages."""\n\n'
    ) + "\n".join(methods)
    return "\n\n".join([HEADER, *types.written, error_code, events, operations.rstrip()]) + "\n"


class Types:
    """The types of the schemas. A schema of an object without a name gets that of its parent and its property."""

    def __init__(self, document):
        self.document = document
        self.written = []
        self.taken = {to_type_name(name) for name in document["components"]["schemas"]}
        self.names = {}  # of the classes of schemas without a name, by the identity of the schema

    def resolve(self, part):
        while isinstance(part, dict) and "$ref" in part:
            target = self.document
            for step in part["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            part = target
        return part

    def define(self, name):
        schema = self.document["components"]["schemas"][name]
        type_name = to_type_name(name)
        if is_record(schema):
            self.write_record(type_name, schema)
        else:
            self.written.append(f"{type_name} = {self.to_type(schema, type_name + 'Value')}\n")

    def to_type(self, schema, name):
        """The annotation of a schema. `name` is that of a class which has to be written for it."""
        if not isinstance(schema, dict):
            return "Any"
        if "$ref" in schema:
            annotation = quote(to_type_name(schema["$ref"].rsplit("/", 1)[1]))
        elif "const" in schema:
            annotation = f"Literal[{schema['const']!r}]"
        elif "enum" in schema:
            annotation = f"Literal[{', '.join(repr(one) for one in schema['enum'])}]"
        elif "anyOf" in schema or "oneOf" in schema:
            choices = schema.get("anyOf") or schema["oneOf"]
            annotation = to_union([self.to_type(one, f"{name}{place or ''}") for place, one in enumerate(choices)])
        elif "allOf" in schema and not is_record(schema):
            annotation = self.to_type(schema["allOf"][0], name)
        elif isinstance(schema.get("type"), list):
            annotation = to_union([self.to_type({**schema, "type": one}, name) for one in schema["type"]])
        elif is_record(schema):
            if id(schema) not in self.names:
                self.names[id(schema)] = self.to_free_name(name)
                self.write_record(self.names[id(schema)], schema)
            annotation = quote(self.names[id(schema)])
        elif schema.get("type") == "array":
            annotation = f"List[{self.to_type(schema.get('items'), name + 'Item')}]"
        elif schema.get("type") == "object":
            values = schema.get("additionalProperties")
            annotation = f"Dict[str, {self.to_type(values, name + 'Value')}]"
        else:
            annotation = PRIMITIVES.get(schema.get("type", ""), "Any")
        is_nullable = schema.get("nullable") is True and "None" not in annotation  # OpenAPI 3.0
        return to_union([annotation, "None"]) if is_nullable else annotation

    def to_free_name(self, name):
        free, count = name, 2
        while free in self.taken:
            free, count = f"{name}{count}", count + 1
        self.taken.add(free)
        return free

    def write_record(self, name, schema):
        """Writes a TypedDict. The required keys are in a base class, because NotRequired is newer than Python 3.9."""
        place = len(self.written)
        properties, required = self.to_properties(schema)
        fields = [(key, self.to_type(one, name + to_type_name(key)), one) for key, one in properties.items()]
        needed = [field for field in fields if field[0] in required]
        others = [field for field in fields if field[0] not in required]
        summary = schema.get("description")
        if any(not is_identifier(key) for key in properties):
            text = write_functional(name, needed, others)
        elif needed and others:
            base = self.to_free_name(f"_{name}Required")
            text = write_class(base, "TypedDict", needed, None) + "\n\n"
            text += write_class(name, f"{base}, total=False", others, summary)
        else:
            text = write_class(name, "TypedDict" if needed or not others else "TypedDict, total=False", fields, summary)
        # before the classes of its properties, which were written meanwhile
        self.written.insert(place, text)

    def to_properties(self, schema):
        properties, required = dict(schema.get("properties") or {}), set(schema.get("required") or [])
        for part in schema.get("allOf") or []:
            part_properties, part_required = self.to_properties(self.resolve(part))
            properties.update(part_properties)
            required |= part_required
        return properties, required


def write_class(name, bases, fields, summary):
    lines = [f"class {name}({bases}):"]
    if summary:
        lines += [f"    {to_docstring(summary)}", ""]
    for key, annotation, schema in fields:
        lines.append(f"    {key}: {annotation}")
        if schema.get("description"):
            lines.append(f"    {to_docstring(schema['description'])}")
    if not fields:
        lines.append("    pass")
    return "\n".join(lines) + "\n"


def write_functional(name, needed, others):
    """For keys that are no identifiers, such as `from`."""

    def write(fields):
        return "{" + ", ".join(f"{key!r}: {annotation}" for key, annotation, _ in fields) + "}"

    if not others:
        return f'{name} = TypedDict("{name}", {write(needed)})\n'
    return f'{name} = TypedDict("{name}", {write([*needed, *others])}, total=False)\n'


def write_error_code(types, document):
    body = document["components"]["schemas"]["ErrorBody"]
    codes = body["properties"]["error"]["properties"]["code"]
    return f"ErrorCode = {types.to_type(codes, 'ErrorCode')}\n"


def write_events(types, document):
    """The bodies of deliveries; OpenAPI 3.0 has no place for them."""
    webhooks = document.get("webhooks") or {}
    start, names = len(types.written), []
    for name, item in webhooks.items():
        schema = types.resolve(item["post"]["requestBody"]["content"]["application/json"]["schema"])
        names.append(types.to_type(schema, to_type_name(name) + "Event"))
    written, types.written[start:] = types.written[start:], []
    union = ", ".join(names) or "Any"
    return "\n\n".join([*written, f"WebhookEvent = Union[{union}]\n"])


def write_methods(types, method, path, operation):
    """The method of an operation, and its iterator if the list has pages."""
    parameters = [types.resolve(one) for one in operation.get("parameters") or []]
    in_path = [next(one for one in parameters if one["name"] == name) for name in re.findall(r"\{(\w+)\}", path)]
    in_query = [one for one in parameters if one["in"] == "query"]
    is_keyed = any(one["in"] == "header" and one["name"].lower() == "idempotency-key" for one in parameters)
    name, type_name = to_snake(operation["operationId"]), to_type_name(operation["operationId"])

    signature = [f"{to_argument(one['name'])}: str" for one in in_path]
    call = [repr(method.upper()), repr(path)]
    if in_path:
        pairs = ", ".join(f"{one['name']!r}: {to_argument(one['name'])}" for one in in_path)
        call.append(f"path={{{pairs}}}")
    body = types.resolve(operation.get("requestBody"))
    if body:
        signature, call = add_body(types, body, type_name, signature, call)
    keywords = [write_query_argument(types, one, type_name) for one in in_query]
    if in_query:
        pairs = ", ".join(f"{one['name']!r}: {to_argument(one['name'])}" for one in in_query)
        call.append(f"query={{{pairs}}}")
    if is_keyed:
        keywords.append("idempotency_key: Optional[str] = None")
        call += ["is_keyed=True", "idempotency_key=idempotency_key"]
    keywords.sort(key=lambda one: " = " in one)
    result, kind, page = read_result(types, operation, type_name)
    if kind != "json":
        call.append(f"expect={kind!r}")
    arguments = ["self", *signature, *(["*", *keywords] if keywords else [])]
    summary = f"{operation.get('summary', name)}: `{method.upper()} {path}`"
    description = operation.get("description")
    text = [
        f"    def {name}({', '.join(arguments)}) -> {result}:",
        f"        {to_docstring(summary + (chr(10) * 2 + description if description else ''), 8)}",
        f"        result: {result} = self._send({', '.join(call)})",
        "        return result",
        "",
    ]
    if page and any(one["name"] == "cursor" for one in in_query):
        text += write_iterator(name, arguments, page, [*in_path, *in_query], bool(body))
    return "\n".join(text)


def add_body(types, body, type_name, signature, call):
    content = body["content"]
    if "multipart/form-data" in content:
        field = next(iter(types.resolve(content["multipart/form-data"]["schema"])["properties"]))
        return [*signature, f"{to_argument(field)}: Image"], [*call, f"form={{{field!r}: {to_argument(field)}}}"]
    name = type_name + "Body"
    annotation = types.to_type(content["application/json"]["schema"], name)
    if annotation != quote(name):
        types.written.append(f"{name} = {annotation}\n" if annotation[0] != '"' else f"{name} = {annotation[1:-1]}\n")
    is_required = body.get("required", False)
    argument = f"body: {annotation}" if is_required else f"body: {to_union([annotation, 'None'])} = None"
    return [*signature, argument], [*call, "body=body"]


def write_query_argument(types, parameter, type_name):
    annotation = types.to_type(parameter["schema"], type_name + to_type_name(parameter["name"]))
    name = to_argument(parameter["name"])
    return f"{name}: {annotation}" if parameter.get("required") else f"{name}: {to_union([annotation, 'None'])} = None"


def read_result(types, operation, type_name):
    """The annotation of the result, how to read it, and the key and the type of a page's items."""
    annotations, kind, page = [], "json", None
    for status, response in operation["responses"].items():
        if not status.startswith("2"):
            continue
        content = types.resolve(response).get("content") or {}
        schema = (content.get("application/json") or {}).get("schema")
        if schema is not None:
            annotations.append(types.to_type(schema, type_name + "Result"))
            page = page or find_items(types, schema)
        elif content:
            kind = "bytes" if next(iter(content)).startswith("image/") else "text"
            annotations.append("bytes" if kind == "bytes" else "str")
        else:
            annotations.append("None")
    return to_union(annotations or ["None"]), kind, page


def find_items(types, schema):
    """The key and the type of the entries of a page, which has a list and `nextCursor`; None for other results."""
    properties, _ = types.to_properties(types.resolve(schema))
    lists = [(key, one["items"]) for key, one in properties.items() if one.get("type") == "array"]
    if "nextCursor" not in properties or not lists:
        return None
    key, items = lists[0]
    return key, types.to_type(items, to_type_name(key))


def write_iterator(name, arguments, page, parameters, has_body):
    key, item = page
    own = [one for one in arguments if not one.startswith("cursor:")]
    if own[-1] == "*":
        own.pop()
    given = [to_argument(one["name"]) for one in parameters if one["name"] != "cursor"] + (["body"] if has_body else [])
    values = ", ".join(f"{one}={one}" for one in given)
    return [
        f"    def iter_{name.removeprefix('list_')}({', '.join(own)}) -> Iterator[{item}]:",
        f'        """The entries of all pages of `{name}`. A page is requested when its first entry is needed."""',
        f"        return self._iterate(lambda cursor: self.{name}({values}{', ' if values else ''}cursor=cursor), {key!r})",
        "",
    ]


def is_record(schema):
    return isinstance(schema, dict) and (bool(schema.get("properties")) or any(map(is_record, schema.get("allOf") or [])))


def is_identifier(key):
    return key.isidentifier() and not keyword.iskeyword(key)


def to_union(annotations):
    choices = list(dict.fromkeys(annotations))
    if "Any" in choices:
        return "Any"
    others = [one for one in choices if one != "None"]
    if not others:
        return "None"
    union = others[0] if len(others) == 1 else f"Union[{', '.join(others)}]"
    return f"Optional[{union}]" if "None" in choices else union


def quote(name):
    return f'"{name}"'


def to_type_name(name):
    words = [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]
    return "".join(word[0].upper() + word[1:] for word in words)


def to_snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def to_argument(name):
    snake = re.sub(r"\W", "_", to_snake(name))
    return f"{snake}_" if keyword.iskeyword(snake) or snake == "self" else snake


def to_docstring(text, indent=4):
    """Any text as a docstring: backslashes and quotes in it end nothing."""
    escaped = text.strip().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if escaped.endswith('"'):
        escaped = f'{escaped[:-1]}\\"'
    lines = [line.rstrip() for line in escaped.split("\n")]
    body = ("\n" + " " * indent).join(lines)
    body = re.sub(r"\n +(?=\n)", "\n", body)
    return f'"""{body}"""' if len(lines) == 1 else f'"""{body}\n{" " * indent}"""'


if __name__ == "__main__":
    write_module(*sys.argv[1:2])
