"""The forms of a page as a browser sees them, and what somebody might write into them."""
import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

FREE = {"text", "search", "textarea"}


@dataclass
class Field:
    name: str
    type: str
    value: str
    room: int
    choices: tuple = ()
    # Whether it is sent at all: a box that is not ticked is not.
    is_sent: bool = True
    # What else is sent by this name: ticked boxes of a group, marks of the parts of a form.
    more: tuple = ()

    @property
    def is_free(self):
        """Whether any words may stand in it."""
        return self.type in FREE

    def innocent(self, number=0):
        """What somebody well-meaning would write; addresses differ by number."""
        if self.value and self.type != "password":
            return self.value
        if self.choices:
            return next((choice for choice in self.choices if choice), "")
        return {
            "email": f"somebody{number}@tests.example", "password": "seven-olive-trees-7", "number": "3", "date": "2026-03-01", "time": "09:00",
            "url": "http://localhost:8080", "tel": "+46701234567", "checkbox": "true", "range": "3"}.get(self.type, "A few words")


@dataclass
class Form:
    method: str
    action: str
    fields: list

    @property
    def kind(self):
        """The same form with other data: numbers in the address do not count."""
        return self.method, re.sub(r"\d+", "{}", self.action.partition("?")[0]), tuple(sorted({field.name for field in self.fields}))

    def innocent(self, number=0):
        sent = (field for field in self.fields if field.is_sent and field.type not in ("file", "submit"))
        return {field.name: [field.innocent(number), *field.more] for field in sent}


def forms(page, path):
    """Each form of the page with its fields; ticked boxes and chosen radios stand for their group."""
    tree = LexborHTMLParser(page)
    found = []
    for node in tree.css("form"):
        attributes = node.attributes
        inputs = node.css("input, textarea, select, button[name]")
        if attributes.get("id"):
            inputs += [it for it in tree.css(f"[form='{attributes['id']}']") if it.tag in ("input", "textarea", "select") and it not in inputs]
        fields = {}
        for it in inputs:
            field = _field(it)
            if not field:
                continue
            known = fields.get(field.name)
            is_ticked = it.attributes.get("checked", "no") != "no"
            if known and known.is_sent and known.type == field.type and (field.type == "hidden" and it.tag == "input" or field.type == "checkbox" and is_ticked):
                known.more += (field.value,)
            elif not known or is_ticked:
                fields[field.name] = field
        if not any(field.type == "file" for field in fields.values()):
            found.append(Form((attributes.get("method") or "get").lower(), attributes.get("action") or path, list(fields.values())))
    return found


def _field(node):
    attributes = node.attributes
    name = attributes.get("name")
    if not name:
        return None
    kind = node.tag if node.tag in ("textarea", "select") else "hidden" if node.tag == "button" else (attributes.get("type") or "text").lower()
    # A browser that checks addresses itself refuses those without a scheme.
    if attributes.get("inputmode") == "url":
        kind = "url"
    room = int(attributes.get("maxlength") or (1000 if kind == "textarea" else 100))
    if kind == "select":
        options = [(it.attributes.get("value") or "", "selected" in it.attributes) for it in node.css("option")]
        chosen = next((value for value, selected in options if selected), "")
        return Field(name, kind, chosen, 100, tuple(value for value, _ in options))
    value = node.text() if kind == "textarea" else attributes.get("value") or ""
    is_sent = kind != "checkbox" or "checked" in attributes or "required" in attributes
    return Field(name, kind, value, room, is_sent=is_sent)
