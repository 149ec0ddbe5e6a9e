"""Writing a chapter as authors do: keys, what is pasted, signs of print, finding, focus, notes, and the order of chapters."""

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.chromium import OPTIONS
from harness.manuscripts import begin, ready, write
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import PATIENCE, until

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="module")
def stories(filled_demo, tmp_path_factory):
    with Server(filled_demo(tmp_path_factory.mktemp("stories") / "site", apps="stories"), "--apps", "stories", demo=True) as running:
        yield running


@pytest.fixture
def browser_of(playwright, stories, cast, tmp_path):
    """A browser of the member's that keeps what it stores, and can be cut off from the network."""
    running = []

    def opened(size="desktop", theme="light", name="member", script=True):
        width, height = SIZES[size]
        context = playwright.chromium.launch_persistent_context(
            tmp_path / name, **OPTIONS, base_url=stories.url,
            locale="en-GB", reduced_motion="reduce", viewport={"width": width, "height": height}, has_touch=size != "desktop", color_scheme=theme,
            java_script_enabled=script)
        running.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.pages[0]
        page.complaints = []
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto("/account/sign-in")
        if page.locator("input[name=password]").count():
            page.fill("input[name=email]", cast["member"]["email"])
            page.fill("input[name=password]", cast["member"]["password"])
            page.locator("form:has(input[name=password]) button[type=submit]").first.click()
            page.wait_for_url(lambda url: "/account/sign-in" not in url)
        return page

    yield opened
    complaints = [words for context in running for page in context.pages for words in getattr(page, "complaints", [])]
    for context in running:
        try:
            context.close()
        except Exception:
            # The test closed it itself.
            pass
    assert not complaints, complaints


def saved(page):
    expect(page.locator("[data-where]")).to_have_text("Saved")


def stored(page):
    """The chapter as the server has it."""
    return page.evaluate("fetch(document.querySelector('[data-editor]').dataset.editor).then(answer => answer.json())")


def publish_at_last(page):
    """The look that a story's first publication asks for."""
    page.wait_for_url("**/publish")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.wait_for_url("**/stories/*/chapters")


def act(page, name):
    page.locator(".shell-header summary[aria-label=More]").click()
    page.locator(".menu-list").get_by_role("button", name=name, exact=True).click()


def paste(page, html, plain="plain words"):
    page.locator("#chapter-text").focus()
    page.evaluate(
        """async ([html, plain]) => navigator.clipboard.write([new ClipboardItem({
          'text/html': new Blob([html], {type: 'text/html'}), 'text/plain': new Blob([plain], {type: 'text/plain'})})])""", [html, plain])
    page.keyboard.press("Control+V")


def pasted(page, html):
    """What a fragment becomes, as the editor reads it. The clipboard of a browser takes out what programs leave to each other, so it is given
    to the field as an event."""
    field = page.locator("#chapter-text")
    field.fill("")
    field.evaluate(
        """(field, html) => { const data = new DataTransfer(); data.setData('text/html', html); data.setData('text/plain', 'plain words')
          field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})) }""", html)
    return field.input_value()


@pytest.mark.covers("STO-027")
def test_the_menu_at_the_top_right_saves_publishes_and_deletes(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("The ferry was late that day.")
    page.keyboard.press("Control+S")
    saved(page)
    assert stored(page)["text"] == "The ferry was late that day."

    field.type(" Nobody knew why.")
    more = page.locator(".shell-header summary[aria-label=More]")
    box = more.bounding_box()
    assert box["x"] > page.viewport_size["width"] - 200 and box["y"] < 20
    act(page, "Save")
    expect(page.locator(".menu-list").first).to_be_hidden()
    saved(page)
    assert stored(page)["text"].endswith("Nobody knew why.")

    more.click()
    expect(page.locator(".menu-list").get_by_role("link", name="Delete chapter")).to_be_visible()
    page.locator(".menu-list").get_by_role("button", name="Publish", exact=True).click()
    publish_at_last(page)
    expect(page.locator(".chapter-rows .badge")).to_have_text("Published")
    page.locator(".chapter-rows summary").click()
    page.locator(".chapter-rows").get_by_role("button", name="Unpublish").click()
    expect(page.locator(".chapter-rows .badge")).to_have_text("Draft")


@pytest.mark.covers("STO-027")
def test_while_one_writes_on_a_phone_the_places_give_their_room_to_the_text(browser_of):
    phone = browser_of("phone")
    phone.goto("/stories/write/new")
    phone.get_by_label("Title").fill("The lamp at the ferry")
    phone.get_by_role("button", name="Continue").click()
    ready(phone)
    places, publish = phone.locator(".app-nav"), phone.get_by_role("button", name="Publish", exact=True)
    expect(places).to_be_visible()
    # Whole tools, and a sign that there are more.
    cut = phone.evaluate("""() => {
        const tools = document.querySelector("[data-tools]"), end = tools.getBoundingClientRect().right - 16;
        return [...tools.children].filter((tool) => { const box = tool.getBoundingClientRect(); return box.left < end - 2 && box.right > end + 2; }).length;
    }""")
    assert cut == 0
    phone.locator("#chapter-text").click()
    phone.keyboard.type("The ferry was late.")
    expect(places).to_be_hidden()
    assert publish.bounding_box()["y"] > phone.viewport_size["height"] - 100, "the buttons are where the places were"
    phone.locator("#chapter-text").blur()
    expect(places).to_be_visible()
    phone.locator("#chapter-text").focus()
    phone.keyboard.type(" Nobody knew why.")
    expect(places).to_be_hidden()
    # Whoever only thinks keeps the focus.
    expect(places).to_be_visible()


@pytest.mark.covers("STO-029", "STO-039")
def test_what_is_typed_while_a_save_is_on_its_way_is_not_said_to_be_saved(browser_of):
    page = browser_of()
    field = begin(page)
    held = []
    page.route(page.locator("[data-editor]").get_attribute("data-editor"), lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    said = page.evaluate_handle("""() => { const said = []; const where = document.querySelector('[data-where]')
        new MutationObserver(() => said.push(where.textContent)).observe(where, {childList: true, characterData: true, subtree: true}); return said }""")

    def until_held(number):
        for _ in range(PATIENCE * 10):
            if len(held) == number:
                return
            page.wait_for_timeout(100)
        raise AssertionError(f"{len(held)} saves were sent, not {number}")

    field.type("The ferry was late.")
    until_held(1)
    field.type(" Nobody knew why.")
    held[0].continue_()
    until_held(2)
    assert "Saved" not in said.json_value(), "half of it is on the page alone"
    held[1].continue_()
    saved(page)
    assert stored(page)["text"] == "The ferry was late. Nobody knew why."


@pytest.mark.covers("STO-030")
def test_whoever_publishes_is_told_what_readers_see_then(browser_of):
    page = browser_of()
    begin(page).fill("The ferry was late that day.")
    saved(page)
    act(page, "Publish")
    publish_at_last(page)
    expect(page.locator("#toasts")).to_contain_text("The chapter is published.")
    page.locator(".chapter-rows a").first.click()
    ready(page).fill("The ferry was late that day, and the lamp was out.")
    saved(page)
    act(page, "Publish changes")
    page.wait_for_url("**/stories/*/chapters")
    expect(page.locator("#toasts")).to_contain_text("Your changes are published.")
    page.locator(".chapter-rows summary").click()
    page.locator(".chapter-rows").get_by_role("button", name="Unpublish").click()
    expect(page.locator(".chapter-rows .badge")).to_have_text("Draft")
    page.get_by_role("button", name="Add chapter").click()
    page.wait_for_url("**/stories/chapters/*")
    ready(page).fill("The next morning there was no lamp at all.")
    saved(page)
    act(page, "Publish")
    page.wait_for_url("**/stories/*/chapters")
    expect(page.locator("#toasts")).to_contain_text("Chapters before it aren’t published yet.")


@pytest.mark.covers("STO-029", "STO-039")
def test_what_was_written_without_a_network_is_sent_when_the_app_is_opened_again(browser_of):
    page = browser_of()
    field = begin(page)
    address = page.locator("[data-editor]").get_attribute("data-editor")
    field.fill("Written with a network.")
    page.keyboard.press("Control+S")
    saved(page)
    page.context.set_offline(True)
    field.press("End")
    field.type(" And without one.")
    expect(page.locator("[data-where]")).to_contain_text("Saved on this device")
    page.locator("[data-notes-panel] summary").click()
    page.locator("#chapter-notes").fill("A note without a network.")
    until(page, """() => new Promise(resolve => { const open = indexedDB.open('stoa-manuscripts'); open.onsuccess = () => {
        const all = open.result.transaction('chapters').objectStore('chapters').getAll()
        all.onsuccess = () => { open.result.close(); resolve(all.result.some(one => one.notes === 'A note without a network.')) } } })""")
    page.context.close()

    again = browser_of()
    # The page that one comes to by signing in may have sent it, and said so, already.
    again.goto("/stories")
    until(again, "address => fetch(address).then(answer => answer.json()).then(kept => kept.notes === 'A note without a network.')", address)
    kept = again.evaluate("address => fetch(address).then(answer => answer.json())", address)
    assert kept["text"] == "Written with a network. And without one."
    # It waits no longer.
    again.goto("/stories/write")
    expect(again.locator(".toast")).to_have_count(0)


WORD = """<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>The crossing<o:p></o:p></h1>
<p class=MsoNormal>The ferry was <b style='mso-bidi-font-weight:normal'>very</b> late, and <i>nobody</i> knew
why.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference>[1]</span><![endif]></span></span></a><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoQuote>It was always late.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>a rope<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>of hemp<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>a lamp<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>light it<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>wait<o:p></o:p></p>
<p class=MsoNormal align=center style='text-align:center'>***<o:p></o:p></p>
<p class=MsoNormal>See <a href="https://example.org/ferry">the timetable</a> or <a href="javascript:alert(1)">this</a>.<o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> The mate did.<o:p></o:p></p></div></div>
<!--EndFragment--></body></html>"""

DOCS = """<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f6e0c0a-7fff-1a2b"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;font-style:normal;">The landing</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;font-style:normal;">The lamp was </span><span style="font-weight:700;font-style:normal;">out</span><span style="font-weight:400;font-style:normal;">, </span><span style="font-weight:400;font-style:italic;">quite</span><span style="font-weight:700;font-style:italic;"> cold</span><span style="font-weight:400;font-style:normal;">.</span></p><br /><p dir="ltr" style="line-height:1.38;margin-left: 36pt;"><span style="font-weight:400;">Somebody wrote this.</span></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">one</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">inside</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">two</span></p></li></ul><ol style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>first</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>second</span></p></li></ol><hr /><p dir="ltr"><a href="mailto:mate@example.org" style="text-decoration:none;"><span style="color:#1155cc;">the mate</span></a><span> has 5*3 lamps.</span></p></b><br class="Apple-interchange-newline">"""


def test_what_is_pasted_from_word_keeps_what_is_meant(browser_of):
    page = browser_of()
    begin(page)
    assert pasted(page, WORD) == """## The crossing

The ferry was **very** late, and *nobody* knew why.[^1]

> It was always late.

- a rope
    - of hemp
- a lamp
1. light it
2. wait

* * *

See [the timetable](https://example.org/ferry) or this.

[^1]: The mate did.""".replace("- a lamp\n1.", "- a lamp\n\n1.")


def test_what_is_pasted_from_google_docs_keeps_what_is_meant(browser_of):
    page = browser_of()
    begin(page)
    assert pasted(page, DOCS) == """## The landing

The lamp was **out**, *quite* ***cold***.

> Somebody wrote this.

- one
    - inside
- two

1. first
2. second

* * *

[the mate](mailto:mate@example.org) has 5\\*3 lamps."""


def test_nothing_of_a_pasted_page_runs_and_one_undo_takes_it_back(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("Before.")
    field.press("End")
    evil = "<p>Two <b>words</b></p><img src=x onerror=\"document.title='run'\"><script>document.title='run'</script><iframe src='/stories'></iframe>"
    paste(page, evil)
    expect(field).to_have_value("Before.Two **words**")
    page.keyboard.press("Control+Z")
    expect(field).to_have_value("Before.")
    assert "run" not in page.title()
    assert pasted(page, evil) == "Two **words**"
    # Code keeps its own lines.
    assert pasted(page, "<div style='white-space: pre;'><span>let x = 1;</span></div>") == ""


def test_signs_of_print_follow_the_language_and_one_backspace_takes_them_back(browser_of):
    page = browser_of()
    field = begin(page)
    field.type("\"Don't,\" she said -- 'ever' -- *\"again\"*. \"But I\u2014\"")
    expect(field).to_have_value("“Don’t,” she said – ‘ever’ – *“again”*. “But I—”")
    field.press("Backspace")
    expect(field).to_have_value("“Don’t,” she said – ‘ever’ – *“again”*. “But I—\"")
    field.fill("")
    field.type("Well...")
    expect(field).to_have_value("Well…")
    field.press("Backspace")
    expect(field).to_have_value("Well...")
    field.fill("")
    # Code, addresses, scene breaks.
    for words in ["`a \"b\" -- c`", "[x](https://example.org/\"a\"--b)", "https://example.org/it's--so", "---", "| -- | -- |"]:
        field.fill("")
        field.type(words)
        expect(field).to_have_value(words)
    # What an input method composes is its own.
    field.fill("")
    session = page.context.new_cdp_session(page)
    field.focus()
    session.send("Input.imeSetComposition", {"text": "\"", "selectionStart": 1, "selectionEnd": 1})
    expect(field).to_have_value("\"")
    session.send("Input.insertText", {"text": "\"か"})
    expect(field).to_have_value("\"か")
    act(page, "Smart quotes")
    field.fill("")
    field.type("\"plain\"")
    expect(field).to_have_value("\"plain\"")
    page.reload()
    ready(page)
    page.locator(".shell-header summary[aria-label=More]").click()
    expect(page.get_by_role("button", name="Smart quotes")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Smart quotes").click()
    swedish = begin(page, "Lampan", "sv")
    swedish.type("\"Hej\", sa hon. 'Nej'")
    expect(swedish).to_have_value("”Hej”, sa hon. ’Nej’")


@pytest.mark.covers("STO-026")
def test_publishing_right_after_typing_leaves_nothing_to_publish(browser_of):
    page = browser_of()
    field = begin(page, "The lamp on the quay")
    page.fill("#chapter-title", "Dusk")
    field.type("The lamp on the quay was lit at dusk, ")
    saved(page)
    field.type("and nobody saw it.")
    page.get_by_role("button", name="Publish", exact=True).last.click()
    publish_at_last(page)
    expect(page.locator(".toast")).to_have_count(1)
    page.wait_for_timeout(2500)
    expect(page.get_by_text("What you wrote on this device has been saved")).to_have_count(0)
    page.reload()
    expect(page.locator("#chapters")).to_contain_text("Published")
    expect(page.locator("#chapters")).not_to_contain_text("unpublished changes")


@pytest.mark.covers("STO-026")
def test_a_second_tap_on_bold_or_italic_ends_it(browser_of):
    page = browser_of()
    field = begin(page)
    bold, italic = (page.get_by_role("button", name=name, exact=True) for name in ["Bold", "Italic"])
    field.type("It was ")
    italic.click()
    expect(italic).to_have_attribute("aria-pressed", "true")
    field.type("late")
    italic.click()
    expect(italic).to_have_attribute("aria-pressed", "false")
    field.type(" and ")
    field.press("Control+B")
    expect(bold).to_have_attribute("aria-pressed", "true")
    field.press("Control+B")
    field.type("dark")
    expect(field).to_have_value("It was *late* and dark")
    # What is selected stays selected, so that a second tap takes the marks off again; selected marks count too.
    field.press("Control+Shift+ArrowLeft")
    bold.click()
    expect(field).to_have_value("It was *late* and **dark**")
    bold.click()
    expect(field).to_have_value("It was *late* and dark")
    field.fill("**dark**")
    field.press("Control+A")
    field.press("Control+B")
    expect(field).to_have_value("dark")
    field.press("Control+Z")
    expect(field).to_have_value("**dark**")


@pytest.mark.covers("STO-026")
def test_a_footnote_is_made_by_a_button_and_the_story_goes_on_after_it(browser_of):
    page = browser_of()
    field = begin(page)
    write(page, "The lamp was lit. Nobody knew by whom.")
    for _ in range(len(" Nobody knew by whom.")):
        field.press("ArrowLeft")
    note = page.get_by_label("Text of the footnote")
    page.get_by_role("button", name="Footnote").click()
    note.fill("By hand.")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(field).to_be_focused()
    # One goes on where one was.
    page.keyboard.insert_text(" It burned.")
    # Who writes on at the end isn't inside the note.
    text = "The lamp was lit.[^1] It burned. Nobody knew by whom.\n\n[^1]: By hand.\n\n"
    expect(field).to_have_value(text)
    field.press("Control+End")
    page.keyboard.insert_text("Then it went out.")
    text += "Then it went out."
    page.get_by_role("button", name="Footnote").click()
    note.fill("At dawn.\nSo the log says.")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(field).to_have_value(text + "[^2]\n\n[^2]: At dawn.\n\n    So the log says.\n\n")
    field.press("Control+Z")
    expect(field).to_have_value(text)
    page.get_by_role("button", name="Footnote").click()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(field).to_have_value(text)


@pytest.mark.covers("STO-026")
def test_enter_in_the_title_leads_to_the_text(browser_of):
    page = browser_of()
    field = begin(page)
    title = page.get_by_label("Title of the chapter")
    title.focus()
    page.keyboard.insert_text("Low Water")
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    page.keyboard.insert_text("The ferry was late.")
    saved(page)
    expect(title).to_have_value("Low Water")
    expect(field).to_have_value("The ferry was late.")


@pytest.mark.covers("STO-026")
def test_enter_continues_a_list_and_ends_it_at_an_empty_item(browser_of):
    page = browser_of()
    field = begin(page)
    for keys in ["- oil", "Enter", "wick", "Enter", "Enter", "Then:", "Enter", "9. row", "Enter", "rest", "Enter", "Enter", "* * *", "Enter", "On."]:
        field.press(keys) if keys == "Enter" else field.type(keys)
    expect(field).to_have_value("- oil\n- wick\nThen:\n\n9. row\n10. rest\n* * *\nOn.")


@pytest.mark.covers("STO-026")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_enter_begins_a_paragraph_that_readers_see_as_one(browser_of, size):
    page = browser_of(size)
    field = begin(page)
    for keys in ["The ferry was late.", "Enter", "Nobody knew why.", "Shift+Enter", "Not even he.", "Enter", "> It was late,", "Enter", "> she said."]:
        field.press(keys) if "Enter" in keys else field.type(keys)
    expect(field).to_have_value("The ferry was late.\n\nNobody knew why.\nNot even he.\n\n> It was late,\n> she said.")
    field.press("Control+Z")
    field.press("Control+A")
    field.press("Backspace")
    for keys in ["One.", "Enter", "Enter", "Two."]:
        field.press(keys) if keys == "Enter" else field.type(keys)
    expect(field).to_have_value("One.\n\n\nTwo.")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.covers("STO-026")
def test_what_the_marks_mean_is_seen_while_one_writes_and_no_letter_moves(browser_of, size):
    page = browser_of(size)
    field = begin(page)
    field.fill(
        "## Dawn\n\nThe *ferry* was **late, and *so* was** he: 5 * 3 is not `*a*`.\n\n> It was always late,\n> and it always **will\n> be.** So\n\n"
        "- a \\*rope\\*\n\n* * *\n\nThe end_of_it")
    copy = page.locator(".editor-copy")

    def letters(name):
        return "".join(copy.locator(name).all_text_contents())

    expect(copy.locator(".is-heading")).to_have_text("## Dawn")
    assert letters(".is-slanted:not(.is-sign)") == "ferryso"
    assert letters(".is-strong:not(.is-sign)") == "late, and so waswillbe."
    expect(copy.locator(".is-quote")).to_have_count(3)
    expect(copy.locator(".is-code")).to_have_text("*a*")
    expect(copy.locator(".is-break")).to_have_text("* * *")
    # The same lines break at the same words: the copy is as high as the field needs to be.
    page.keyboard.press("Control+End")
    page.keyboard.type(" and so on" * 30)
    heights = page.evaluate("() => ['#chapter-text', '.editor-copy'].map(name => document.querySelector(name).scrollHeight)")
    assert abs(heights[0] - heights[1]) <= 1, heights
    assert copy.evaluate("copy => [...copy.children].map(line => line.textContent.replace('\\u200b', '')).join('\\n')") == field.input_value()


@pytest.mark.covers("STO-027")
def test_keys_for_a_page_move_on_in_the_text_and_never_jump_back(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("\n\n".join(f"Paragraph {number}. The ferry was late, and nobody on the landing knew why." for number in range(60)))
    page.keyboard.press("Control+Home")
    seen = []
    for _ in range(3):
        page.keyboard.press("PageDown")
        page.wait_for_timeout(400)
        seen.append(page.evaluate("scrollY"))
    assert seen[0] < seen[1] < seen[2], seen


@pytest.mark.covers("STO-026", "STO-032")
def test_a_preview_shows_what_is_on_the_screen_as_readers_will_see_it(browser_of):
    page = browser_of()
    begin(page).fill("The ferry was *late*.\n\n> It always was.")
    page.get_by_role("button", name="Preview", exact=True).first.click()
    page.wait_for_url("**/preview")
    expect(page.locator(".reader-section em")).to_have_text("late")
    expect(page.locator(".reader-section blockquote")).to_have_text("It always was.")
    page.get_by_role("link", name="Back to the editor").click()
    assert ready(page).input_value().startswith("The ferry was *late*.")
    # And on, not to the preview again.
    page.locator(".shell-header [data-back]").click()
    page.wait_for_url("**/stories/*/chapters")


@pytest.mark.covers("STO-026")
def test_a_preview_needs_no_script(browser_of):
    page = browser_of(script=False)
    page.goto("/stories/write/new")
    page.fill("input[name=title]", "The lamp at the ferry")
    page.locator("button[form=story-form]").click()
    page.fill("#chapter-text", "The ferry was **late**.")
    page.locator("button[value=preview].editor-preview").click()
    page.wait_for_url("**/preview")
    expect(page.locator(".reader-section strong")).to_have_text("late")


def test_find_and_replace_by_keyboard_says_how_many(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("A lamp. The Lamp was out.\n\nNo lamp, it’s dark.")
    field.evaluate("field => field.setSelectionRange(0, 0)")
    field.focus()
    page.keyboard.press("Control+F")
    bar = page.get_by_role("search", name="Find and replace")
    expect(bar).to_be_visible()
    page.keyboard.type("lamp")
    count = bar.get_by_role("status")
    expect(count).to_have_text("1 of 3")
    page.keyboard.press("Enter")
    expect(count).to_have_text("2 of 3")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("1 of 3")
    expect(page.locator(".editor-copy .is-found")).to_have_count(3)
    accessibility.assert_accessible(page)
    bar.get_by_label("Replace with").fill("lantern")
    bar.get_by_role("button", name="Replace", exact=True).click()
    expect(field).to_have_value("A lantern. The Lamp was out.\n\nNo lamp, it’s dark.")
    expect(count).to_have_text("1 of 2")
    bar.get_by_role("button", name="Replace all").click()
    expect(field).to_have_value("A lantern. The lantern was out.\n\nNo lantern, it’s dark.")
    expect(count).to_have_text("Replaced: 2")
    # One undo takes back all that was replaced at once.
    page.keyboard.press("Escape")
    expect(bar).to_be_hidden()
    page.keyboard.press("Control+Z")
    expect(field).to_have_value("A lantern. The Lamp was out.\n\nNo lamp, it’s dark.")
    field.evaluate("field => field.setSelectionRange(0, 0)")
    act(page, "Find and replace")
    bar.get_by_label("Find", exact=True).fill("it's")
    expect(count).to_have_text("1 of 1")
    page.keyboard.press("Escape")
    assert field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == "it’s"


@pytest.mark.covers("STO-029", "STO-039")
def test_what_was_undone_before_it_was_sent_stays_undone_when_the_page_is_opened_again(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("The ferry left.")
    saved(page)
    field.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type(" Late")
    expect(page.locator("[data-where]")).to_have_text("Saved on this device")
    field.fill("The ferry left.")
    saved(page)
    page.reload()
    expect(ready(page)).to_have_value("The ferry left.")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.covers("STO-029", "STO-039", "CORE-034")
def test_where_two_devices_wrote_the_same_paragraph_each_place_is_shown_and_a_choice_can_be_undone(browser_of, size):
    page = browser_of(size)
    field = begin(page)
    between = "\n\n".join(f"Paragraph {number} of a long morning by the river." for number in range(12))
    text = f"The ferry left at {{}}.\n\n{between}\n\nThe lamp was {{}}.\n\nThe end."
    field.fill(text.format("six", "out"))
    saved(page)
    # Another device saves while this one has no network.
    page.context.set_offline(True)
    field.fill(text.format("seven", "*lit*"))
    expect(page.locator("[data-where]")).to_contain_text("Saved on this device")
    address = page.locator("[data-editor]").get_attribute("data-editor")
    now = page.context.request.get(address).json()
    other = {"base": now["revision"], "text": text.format("eight", "gone"), "name": "other"}
    origin = page.url.split("/stories")[0]
    assert page.context.request.put(address, data=other, headers={"Origin": origin}).ok
    page.context.set_offline(False)

    bar = page.get_by_role("group", name="Compare and choose")
    said = bar.get_by_role("status")
    expect(said).to_contain_text("Two devices changed the same paragraph.")
    expect(page.locator(".editor-copy .is-mine").first).to_have_text("The ferry left at seven.")
    expect(page.locator(".editor-copy .is-other").first).to_have_text("The ferry left at eight.")
    keep_mine, keep_other, keep_both = (bar.get_by_role("button", name=name) for name in ("Keep this device’s", "Keep the other’s", "Keep both"))
    expect(keep_mine).to_be_hidden()
    bar.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("1 of 2 This device’s: “The ferry left at seven.”. The other device’s: “The ferry left at eight.”.")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("2 of 2")
    expect(page.locator(".editor-copy .is-mine.is-chosen").first).to_be_in_viewport()
    accessibility.assert_accessible(page)
    both = field.input_value()
    keep_mine.click()
    expect(field).to_have_value(both.replace("The lamp was gone.\n\n", ""))
    expect(said).to_contain_text("1 of 1")

    # Undo brings the question back, on this page and for the server.
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(field).to_have_value(both)
    expect(said).to_contain_text("2 of 2")
    until(page, f"() => fetch('{address}').then(answer => answer.json()).then(now => now.conflicts === 2)")
    keep_both.click()
    expect(said).to_contain_text("1 of 1")
    expect(field).to_have_value(both)
    until(page, f"() => fetch('{address}').then(answer => answer.json()).then(now => now.conflicts === 1)")
    undo.click()
    expect(said).to_contain_text("2 of 2")
    until(page, f"() => fetch('{address}').then(answer => answer.json()).then(now => now.conflicts === 2)")
    expect(field).to_have_value(both)
    keep_both.click()
    expect(said).to_contain_text("1 of 1")
    expect(field).to_have_value(both)

    # What is chosen stays chosen, and which wording is this device's is known after the page is opened again.
    page.reload()
    field = ready(page)
    bar.get_by_role("button", name="Next").click()
    expect(said).to_contain_text("1 of 1 This device’s: “The ferry left at seven.”")
    keep_other.click()
    expect(bar).to_be_hidden()
    saved(page)
    until(page, f"() => fetch('{address}').then(answer => answer.json()).then(now => now.conflicts === 0 && now.text.startsWith('The ferry left at eight.'))")
    assert "seven" not in field.input_value() and "*lit*" in field.input_value() and "gone" in field.input_value()


def test_the_goal_of_the_day_moves_as_one_writes(browser_of):
    page = browser_of()
    page.goto("/stories/profile/settings")
    page.get_by_label("Daily goal").fill("50")
    page.get_by_role("button", name="Save").click()
    field = begin(page)
    before = int(page.locator("[data-goal-words]").inner_text().split()[0])
    field.type("Five words of a start")
    expect(page.locator("[data-goal-words]")).to_have_text(f"{before + 5} of 50 words today")
    page.keyboard.press("Control+S")
    saved(page)
    expect(page.locator("[data-goal-words]")).to_have_text(f"{before + 5} of 50 words today")
    accessibility.assert_accessible(page)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_focus_mode_leaves_the_text_alone_on_the_screen(browser_of, size):
    page = browser_of(size)
    field = begin(page)
    field.fill("The first paragraph.\n\nThe second one.\n\nThe third.")
    act(page, "Focus mode")
    expect(page.locator(".shell-header")).to_be_hidden()
    expect(page.locator(".page-actions")).to_be_hidden()
    expect(field).to_be_focused()
    field.evaluate("field => field.setSelectionRange(25, 25)")
    expect(page.locator(".editor-copy .is-here")).to_have_text("The second one.")
    accessibility.assert_accessible(page)
    page.get_by_role("button", name="Dim other paragraphs").click()
    expect(page.locator(".editor-copy .is-here")).to_have_count(0)
    field.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".shell-header")).to_be_visible()
    act(page, "Focus mode")
    page.get_by_role("button", name="Leave focus mode").click()
    expect(page.locator(".shell-header")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_notes_stand_beside_the_text_and_are_saved_with_it(browser_of, size):
    page = browser_of(size)
    begin(page).fill("The text.")
    page.locator("[data-notes-panel] summary").click()
    notes = page.get_by_label("Notes", exact=True).last
    expect(page.locator("#chapter-notes")).to_be_focused()
    page.locator("#chapter-notes").fill("Who put it out?")
    accessibility.assert_accessible(page)
    text, panel = page.locator("#chapter-text").bounding_box(), page.locator(".editor-notes-panel").bounding_box()
    if size == "desktop":
        assert panel["x"] >= text["x"] + text["width"]
    else:
        assert round(panel["y"] + panel["height"]) == page.viewport_size["height"] and panel["width"] == page.viewport_size["width"]
    page.keyboard.press("Control+S")
    saved(page)
    assert stored(page)["notes"] == "Who put it out?"
    page.keyboard.press("Escape")
    expect(page.locator("#chapter-notes")).to_be_hidden()
    page.reload()
    ready(page)
    assert page.locator("#chapter-notes").input_value() == "Who put it out?"


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_editor_is_for_everyone_in_the_dark_too(browser_of, size):
    page = browser_of(size, "dark")
    field = begin(page)
    field.fill("A lamp.\n\nThe other lamp.")
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    act(page, "Find and replace")
    expect(page.get_by_label("Find", exact=True)).to_be_focused()
    page.keyboard.type("lamp")
    expect(page.locator(".editor-copy .is-found")).to_have_count(2)
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    page.keyboard.press("Escape")
    page.locator("[data-notes-panel] summary").click()
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    page.keyboard.press("Escape")
    act(page, "Focus mode")
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+S")
    saved(page)
    page.locator(".shell-header [data-back]").click()
    page.wait_for_url("**/stories/*/chapters")
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)


@pytest.mark.covers("STO-029")
def test_chapters_are_put_in_order_by_dragging_and_by_keys(browser_of):
    page = browser_of()
    for number, name in enumerate(["Alpha", "Beta", "Gamma"]):
        if number == 0:
            begin(page)
            editor = page.locator("[data-editor]")
        else:
            page.get_by_role("button", name="Add chapter").click()
            page.wait_for_url("**/stories/chapters/*")
            ready(page)
        page.locator("#chapter-title").fill(name)
        page.keyboard.press("Control+S")
        saved(page)
        page.locator(".shell-header [data-back]").click()
        page.wait_for_url("**/stories/*/chapters")
    del editor
    names = page.locator(".chapter-rows .row-title")
    expect(names).to_have_text(["Alpha", "Beta", "Gamma"])
    handle = page.get_by_role("button", name="Move “Alpha”")
    box, last = handle.bounding_box(), page.locator(".chapter-rows > li").last.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] + 60, steps=4)
    page.mouse.move(box["x"] + 20, last["y"] + last["height"] - 4, steps=8)
    with page.expect_response(lambda answer: answer.url.endswith("/place") and answer.status == 204):
        page.mouse.up()
    expect(names).to_have_text(["Beta", "Gamma", "Alpha"])
    expect(page.locator("[data-order-said]")).to_have_text("“Alpha” is now chapter 3 of 3.")
    handle.focus()
    with page.expect_response(lambda answer: answer.url.endswith("/place")):
        page.keyboard.press("ArrowUp")
    expect(page.locator("[data-order-said]")).to_have_text("“Alpha” is now chapter 2 of 3.")
    expect(handle).to_be_focused()
    page.reload()
    expect(names).to_have_text(["Beta", "Alpha", "Gamma"])
    accessibility.assert_accessible(page)


@pytest.mark.covers("STO-029", "STO-036")
def test_in_a_long_story_keys_move_a_chapter_to_the_page_before_and_back(browser_of):
    page = browser_of()
    begin(page)
    page.locator(".shell-header [data-back]").click()
    page.wait_for_url("**/stories/*/chapters")
    address = page.url
    page.evaluate(
        """async address => { for (let count = 0; count < 101; count++) await fetch(address, {method: 'POST', redirect: 'manual', body: new URLSearchParams()}) }""",
        address)
    page.goto(address + "?chapter=101")
    rows = page.locator(".chapter-rows > li")
    expect(rows).to_have_count(2)
    expect(page.locator(".chip[aria-current]")).to_have_text("101–102")
    place = rows.first.get_attribute("data-place")
    rows.first.locator("[data-order-handle]").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_url(address)
    expect(rows).to_have_count(100)
    expect(rows.last).to_have_attribute("data-place", place)
    rows.last.locator("[data-order-handle]").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_url(address + "?chapter=101")
    expect(rows.first).to_have_attribute("data-place", place)
    # Within a page it is said by its number in the whole story.
    rows.first.locator("[data-order-handle]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-order-said]")).to_contain_text("is now chapter 102 of 102.")
    accessibility.assert_accessible(page)


@pytest.mark.covers("STO-006", "CORE-002")
def test_on_a_phone_the_filter_is_a_sheet_that_says_how_many_stories_it_shows(browser_of):
    page = browser_of("phone")
    page.goto("/stories/search?tags=humour")
    all_of_them = page.locator(".found-lines > li").count()
    page.locator("summary", has_text="Filter and sort").click()
    button = page.locator("[data-filter-show]")
    expect(button).to_have_text(f"Show {all_of_them} stories")
    box = button.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]
    page.locator("select[name=length]").select_option("long")
    expect(button).not_to_have_text(f"Show {all_of_them} stories")
    accessibility.assert_accessible(page)
    page.keyboard.press("Escape")
    expect(button).to_be_hidden()


@pytest.mark.covers("STO-026")
def test_while_one_writes_on_a_phone_the_text_has_the_screen(browser_of):
    page = browser_of("phone")
    field = begin(page)
    field.fill("The ferry was late.\n\n" * 40)
    saved(page)
    above = page.evaluate("() => document.querySelector('.editor-top').getBoundingClientRect().height")
    assert above <= 68, above
    expect(page.locator(".editor-where")).to_be_visible()


@pytest.mark.covers("STO-026", "STO-029")
@pytest.mark.parametrize("away", ["preview", "updates"])
def test_coming_back_to_the_page_puts_no_earlier_title_in_place_of_the_one_that_was_saved(browser_of, away):
    page = browser_of()
    field = begin(page)
    page.get_by_label("Title of the chapter").fill("Low Water")
    field.fill("The ferry was late.")
    saved(page)
    if away == "preview":
        page.get_by_role("button", name="Preview", exact=True).first.click()
        page.wait_for_url("**/preview")
    else:
        page.goto("/stories/updates")
    page.go_back()
    field = ready(page)
    expect(page.get_by_label("Title of the chapter")).to_have_value("Low Water")
    field.fill("The ferry was late again.")
    saved(page)
    until(page, "() => fetch(document.querySelector('[data-editor]').dataset.editor).then(answer => answer.json()).then(it => it.text.includes('again'))")
    assert stored(page)["title"] == "Low Water"


@pytest.mark.covers("STO-026", "STO-029")
@pytest.mark.parametrize("way", ["header", "browser"])
def test_the_list_of_chapters_has_the_newest_words_when_one_comes_back_from_writing(browser_of, way):
    page = browser_of()
    begin(page)
    page.locator(".shell-header [data-back]").click()
    page.wait_for_url("**/chapters*")
    page.get_by_role("link", name="Chapter 1").click()
    page.wait_for_url("**/stories/chapters/*")
    field = ready(page)
    page.get_by_label("Title of the chapter").fill("Low Water")
    field.fill("The ferry was late.")
    # At once: neither the device nor the server has it yet.
    if way == "header":
        page.locator(".shell-header [data-back]").click()
    else:
        page.go_back()
    page.wait_for_url("**/chapters*")
    expect(page.locator(".row-title")).to_have_text("Low Water")
    expect(page.locator(".row-facts")).to_contain_text("4 words")
    expect(page.locator("#chapter-totals")).to_have_text("1 chapter · 4 words")
    # Nor when it was saved long ago, and the browser shows the page as it was left.
    page.get_by_role("link", name="Low Water").click()
    field = ready(page)
    field.fill("The ferry was late again.")
    page.wait_for_timeout(300)
    saved(page)
    page.go_back()
    expect(page.locator("#chapter-totals")).to_have_text("1 chapter · 5 words")


@pytest.mark.covers("STO-026")
def test_a_footnote_in_the_preview_leads_to_its_note_and_back(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("The lamp was lit.[^1] Nobody knew by whom.\n\n[^1]: By hand.")
    saved(page)
    page.get_by_role("button", name="Preview", exact=True).first.click()
    page.wait_for_url("**/preview")
    page.locator(".reader-section sup a").click()
    note = page.url
    assert "/preview#" in note
    expect(page.locator(":target")).to_contain_text("By hand.")
    page.locator(":target a").click()
    page.wait_for_url(lambda url: "/preview#" in url and url != note)
    expect(page.locator(".reader-section")).to_contain_text("The lamp was lit.")
    # A line between the text and its notes, in smaller type.
    look = "query => { const style = getComputedStyle(document.querySelector(query)); return [parseFloat(style.fontSize), parseFloat(style.borderTopWidth)]; }"
    text, notes = page.evaluate(look, ".reader-section p"), page.evaluate(look, ".reader-section ol")
    assert notes[0] < text[0] and notes[1] > 0, (text, notes)


def link_window(page):
    return page.get_by_role("dialog", name="Link")


@pytest.mark.covers("STO-027")
def test_a_link_is_made_changed_and_removed_by_keys(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill("See the old map first.")
    field.evaluate("field => field.setSelectionRange(4, 15)")
    page.keyboard.press("Control+K")
    window = link_window(page)
    expect(window.get_by_label("Text")).to_have_value("the old map")
    expect(window.get_by_label("Address")).to_be_focused()
    expect(window.get_by_role("button", name="Remove link")).to_be_hidden()
    accessibility.assert_accessible(page)
    page.keyboard.type("not an address")
    page.keyboard.press("Enter")
    expect(window).to_contain_text("Enter an address like example.org")
    window.get_by_label("Address").fill("maps.example.org/old (1890)")
    page.keyboard.press("Enter")
    expect(window).to_be_hidden()
    expect(field).to_be_focused()
    assert field.input_value() == "See [the old map](https://maps.example.org/old%20%281890%29) first."
    # One step back takes it away again.
    page.keyboard.press("Control+Z")
    assert field.input_value() == "See the old map first."
    page.keyboard.press("Control+Y")

    field.evaluate("field => field.setSelectionRange(8, 8)")
    page.keyboard.press("Control+K")
    window.get_by_label("Text").fill("the map [of 1890]")
    window.get_by_label("Address").fill("ferry@example.org")
    page.keyboard.press("Enter")
    assert field.input_value() == "See [the map \\[of 1890\\]](mailto:ferry@example.org) first."
    field.evaluate("field => field.setSelectionRange(8, 8)")
    page.keyboard.press("Control+K")
    window.get_by_role("button", name="Remove link").click()
    assert field.input_value() == "See the map \\[of 1890\\] first."
    # The window gives the text its selection back when all else is done.
    page.evaluate("() => new Promise((done) => setTimeout(done, 0))")
    # Whoever thinks better of it is back where they were.
    field.evaluate("field => field.setSelectionRange(3, 3)")
    page.keyboard.press("Control+K")
    expect(window.get_by_label("Text")).to_be_focused()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionStart") == 3


@pytest.mark.covers("STO-027", "CORE-002")
def test_on_a_phone_a_link_is_made_and_taken_back_by_the_buttons(browser_of):
    page = browser_of("phone")
    field = begin(page)
    undo, redo = (page.locator(".editor-tools").get_by_role("button", name=name) for name in ("Undo", "Redo"))
    expect(undo).to_have_attribute("aria-disabled", "true")
    field.tap()
    page.keyboard.type("The ferry was late.")
    page.locator(".editor-tools").get_by_role("button", name="Link", exact=True).tap()
    window = link_window(page)
    window.get_by_label("Text").fill("Why")
    window.get_by_label("Address").fill("example.org")
    window.get_by_role("button", name="Save").tap()
    assert field.input_value() == "The ferry was late.[Why](https://example.org)"
    expect(undo).to_have_attribute("aria-disabled", "false")
    undo.tap()
    expect(field).to_be_focused()
    expect(field).to_have_value("The ferry was late.")
    expect(redo).to_have_attribute("aria-disabled", "false")
    redo.tap()
    expect(field).to_have_value("The ferry was late.[Why](https://example.org)")
    saved(page)


@pytest.mark.covers("STO-029")
def test_the_words_counted_while_one_writes_are_those_that_the_server_counts(browser_of):
    page = browser_of()
    field = begin(page)
    field.fill(
        "## The *crossing*\n1. See [the *old* map](https://maps.example.org/old-harbour \"As it was\") first.\n![A lamp](picture:17)\n"
        "It was un*believ*able&nbsp;– [so][note] we read.[^1] <b>Late</b>, again \\[sic\\]. Don’t <https://example.org>\n\n"
        "[note]: https://example.org/a-long-address\n[^1]: By the mate’s own book.\n```swift\n> well-known 渡し船 e\u0301te\u0301 ng’ambo 42\n[a](b [c] ](( &amp <3")
    saved(page)
    number = stored(page)["words"]
    expect(page.locator("[data-count]")).to_have_text(f"{number} words")
    assert number == 38, number


@pytest.mark.covers("STO-026", "CORE-002")
def test_the_buttons_of_the_page_make_room_for_the_keyboard_and_never_cover_the_line_one_writes(browser_of):
    page = browser_of("phone")
    field = begin(page)
    bar = page.locator(".page-actions")
    field.tap()
    # No keyboard on the screen: the buttons are there, though the text has the focus.
    expect(bar).to_be_visible()
    page.keyboard.type("The ferry was late.")
    for _ in range(30):
        page.keyboard.press("Enter")
    page.keyboard.type("Nobody knew why.")
    last = "() => document.querySelector('.editor-copy').lastElementChild.getBoundingClientRect().bottom"
    until(page, f"() => ({last})() <= document.querySelector('.page-actions').getBoundingClientRect().top")
    page.set_viewport_size({"width": 390, "height": 480})
    expect(bar).to_be_hidden()
    until(page, f"() => ({last})() <= innerHeight")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(field).to_be_focused()
    expect(bar).to_be_visible()
    until(page, f"() => ({last})() <= document.querySelector('.page-actions').getBoundingClientRect().top")


@pytest.mark.covers("STO-027", "CORE-002")
def test_in_focus_mode_on_a_phone_nothing_lies_over_anything_else(browser_of):
    page = browser_of("phone")
    field = begin(page)
    field.fill("The ferry was late that day, and nobody at the landing could say why it was.\n\n" * 40)
    saved(page)
    act(page, "Focus mode")
    page.evaluate("window.scrollTo(0, 333)")
    box = "(query) => { const box = document.querySelector(query).getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom] }"
    top, buttons = page.evaluate(box, ".editor-top"), page.evaluate(box, "[data-focus-bar]")
    # What is scrolled goes under one bar that is as wide as the screen, and both buttons are in it.
    assert top[0] <= 0 and top[1] <= 0 and top[2] >= 390 and top[3] >= buttons[3], (top, buttons)
    page.keyboard.press("Control+F")
    for query in ("[data-find-words]", "[data-find=close]"):
        found = page.evaluate(box, query)
        assert found[1] >= buttons[3] and found[2] <= 390, (query, found, buttons)


@pytest.mark.covers("STO-026", "CORE-002")
def test_the_tools_lie_at_the_top_where_the_header_scrolls_away_and_scroll_to_the_last(browser_of):
    page = browser_of("phone")
    field = begin(page)
    field.fill("The ferry was late that day, and nobody at the landing could say why it was.\n\n" * 40)
    saved(page)
    top = "() => document.querySelector('.editor-top').getBoundingClientRect().top"
    page.set_viewport_size({"width": 390, "height": 480})
    page.evaluate("window.scrollTo(0, 900)")
    until(page, f"() => ({top})() === 0")
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, f"() => ({top})() === document.querySelector('.shell-header').getBoundingClientRect().bottom")
    tools = page.get_by_role("toolbar", name="Formatting")
    assert "has-after" in tools.get_attribute("class") and "has-before" not in tools.get_attribute("class")
    tools.evaluate("tools => { tools.scrollLeft = tools.scrollWidth }")
    until(page, "() => document.querySelector('.editor-tools').className === 'editor-tools has-before'")
    expect(page.get_by_role("button", name="Picture", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.covers("STO-030", "STO-039")
def test_what_another_device_publishes_is_seen_in_the_editor_at_once(browser_of):
    laptop = browser_of()
    field = begin(laptop)
    field.fill("The ferry was late that day, and nobody at the landing could say why it was.")
    saved(laptop)
    standing = laptop.locator("#chapter-standing")
    expect(standing).to_have_text("Draft")
    other = laptop.context.new_page()
    other.goto(laptop.url)
    ready(other)
    other.get_by_role("button", name="Publish").click()
    publish_at_last(other)
    laptop.bring_to_front()
    expect(standing).to_have_text("Published")
    expect(laptop.locator(".page-actions")).to_contain_text("Publish changes")
    expect(field).to_have_value("The ferry was late that day, and nobody at the landing could say why it was.")


@pytest.mark.covers("STO-026", "CORE-002")
def test_after_a_footnote_on_a_phone_the_line_one_writes_is_in_sight(browser_of):
    page = browser_of("phone")
    field = begin(page)
    line = "The ferry was late that day, and nobody at the landing could say why it was."
    field.fill("\n\n".join([line] * 30))
    saved(page)
    for paragraph in (12, 30):
        field.tap()
        end = paragraph * (len(line) + 2) - 2
        field.evaluate("(field, end) => field.setSelectionRange(end, end)", end)
        # The line lies behind the buttons of the page.
        page.evaluate(
            """paragraph => window.scrollBy(0, document.querySelector('.editor-copy').children[paragraph * 2 - 2].getBoundingClientRect().bottom
                - document.querySelector('.page-actions').getBoundingClientRect().top - 20)""", paragraph)
        page.get_by_role("button", name="Footnote").tap()
        page.get_by_label("Text of the footnote").fill("So the log says.")
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(field).to_be_focused()
        until(page, """() => {
            const field = document.querySelector('#chapter-text'), row = field.value.slice(0, field.selectionEnd).split('\\n').length - 1;
            const line = document.querySelector('.editor-copy').children[row].getBoundingClientRect();
            const bar = document.querySelector('.page-actions').getBoundingClientRect(), top = document.querySelector('.editor-top').getBoundingClientRect();
            return line.bottom <= bar.top && line.bottom > top.bottom && line.bottom <= field.getBoundingClientRect().bottom;
        }""")
