"""Pictures of the museum as viewers of other sites read them: judged by IIIF's own validator of the Image API, and by the models of its Presentation API."""
import io
import json
import urllib.parse

import iiif_prezi3
import pytest
from iiif_validator.validator import ImageAPI, TestSuite, ValidationInfo
from PIL import Image, ImageDraw

from harness.client import Client

# As the server offers them beyond its level; what it doesn't offer has to be refused, which the validator takes for a failure of an optional feature.
BEYOND = {"region_percent", "size_percent", "size_bwh", "quality_color"}
# It wants `!2000,3000` of a smaller picture to be refused. The specification (§4.2) wants the picture in its own size.
MISREAD = {"size_noup"}


def squares():
    """The picture that the validator knows: ten by ten squares of known colours."""
    picture = Image.new("RGB", (1000, 1000))
    drawing = ImageDraw.Draw(picture)
    for x, column in enumerate(ValidationInfo().colorInfo):
        for y, colour in enumerate(column):
            drawing.rectangle((x * 100, y * 100, x * 100 + 99, y * 100 + 99), fill=colour)
    return encoded(picture)


def encoded(picture):
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def hang(owner, title, picture, **fields):
    answer = owner.upload(
        "/admin/museum/exhibits/new", "picture.png", picture, {"title": title, "kind": "picture", "alt": f"{title}, whole", "isPublic": "true"} | fields, "picture",
        "image/png")
    assert answer.status == 303, answer.text[:3000]


def listed(client):
    """The collection's entries by their titles."""
    collection = json.loads(client.get("/museum/iiif/collection").body)
    return {entry["label"]["none"][0]: urllib.parse.urlsplit(entry["id"]).path for entry in collection["items"]}


@pytest.mark.covers("MUS-026", "MUS-027")
def test_the_validator_of_the_image_api_finds_nothing(server, owner):
    hang(owner, "Squares", squares())
    number = listed(Client(server.url))["Squares"].rpartition("/")[2]
    suite, failures, ran = TestSuite(ValidationInfo()), {}, 0
    for name, facts in suite.list_tests("3.0").items():
        if facts["level"] > 1 and name not in BEYOND or name in MISREAD:
            continue
        result = ImageAPI(number, f"localhost:{server.port}", "museum/iiif/images", "http", "", "3.0", debug=False)
        TestSuite(ValidationInfo()).run_test(name, result)
        ran += 1
        if result.exception and not result.exception.warning:
            failures[name] = str(result.exception), result.urls[-1:]
    assert not failures and ran > 20, failures


@pytest.mark.covers("MUS-026", "MUS-027")
def test_manifests_are_what_the_presentation_api_says(server, owner):
    assert owner.post_form("/admin/museum/rooms", {"name": "The tower", "text": "Up the stairs."}).status == 303
    room = "1"
    for number in range(3):
        hang(owner, f"Picture {number}", encoded(Image.new("RGB", (300 + number, 200), (number, 9, 9))), creator="Ada Holm", credit="Given by Bo", room=room if number else "")
    stranger = Client(server.url)
    entries = listed(stranger)
    assert list(entries) == ["The tower", "Picture 0"]
    iiif_prezi3.Collection.model_validate_json(stranger.get("/museum/iiif/collection").body)
    whole = iiif_prezi3.Manifest.model_validate_json(stranger.get(entries["The tower"]).body)
    assert [canvas.label["none"][0] for canvas in whole.items] == ["Picture 1", "Picture 2"]
    single = iiif_prezi3.Manifest.model_validate_json(stranger.get(entries["Picture 0"]).body)
    body = single.items[0].items[0].items[0].body
    # What a viewer does next: it reads the picture's information, and takes the picture.
    service = urllib.parse.urlsplit(body.service[0].id).path
    information = stranger.get(f"{service}/info.json").json()
    assert (information["width"], information["height"]) == (body.width, body.height) == (300, 200)
    picture = stranger.get(urllib.parse.urlsplit(body.id).path)
    assert Image.open(io.BytesIO(picture.body)).size == (300, 200) and picture.headers["Access-Control-Allow-Origin"] == "*"
