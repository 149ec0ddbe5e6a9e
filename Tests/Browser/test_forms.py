"""Forms: what is wrong is said by us, at the field and in the reader's language, and nothing that was typed is lost."""
import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("language, missing, address", [
    ("en", "Write a name of 1 to 100 characters.", "Enter an email address like name@example.org."),
    ("sv", "Skriv ett namn med 1 till 100 tecken.", "Skriv en e-postadress som namn@exempel.se."),
])
def test_what_is_wrong_is_said_at_the_field_before_anything_is_sent(open_page, language, missing, address):
    page = open_page(size="phone")
    page.route("**/account/register", lambda route: route.continue_(headers={**route.request.headers, "accept-language": language}))
    page.goto("/account/register")
    form = page.locator("form[data-checked]:has([name=password])")
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.fill("[name=email]", "nobody")
    page.fill("[name=password]", "short")
    form.locator("button[type=submit], button:not([type])").last.click()
    assert sent == []
    name = page.locator("[name=name]")
    expect(name).to_be_focused()
    for field in ("name", "email", "password"):
        control = page.locator(f"[name={field}]")
        assert control.get_attribute("aria-invalid") == "true"
        assert f"field-{field}-error" in control.get_attribute("aria-describedby")
    assert page.locator("#field-name-error").inner_text() == missing
    assert page.locator("#field-email-error").inner_text() == address
    assert form.locator(".problem-fields a").all_inner_texts()[0] == missing
    # What is mended is no longer called wrong.
    page.fill("[name=email]", "nobody@example.org")
    expect(page.locator("#field-email-error")).to_have_count(0)
    assert page.locator("[name=email]").get_attribute("aria-invalid") is None


def test_a_list_of_what_is_missing_names_the_fields(open_page):
    page = open_page(person="owner")
    page.goto("/admin/budget")
    page.locator("form[data-checked]").first.wait_for()
    form = page.locator("form:has([name=alertPercent])").first
    for field in form.locator("input.input").all():
        field.fill("")
    form.locator("button").last.click()
    expect(form.locator(".problem-fields a").first).to_have_text("Purpose: Fill in this field.")


@pytest.mark.covers("VOL-021")
def test_characters_are_counted_as_the_server_counts_them(open_page):
    page = open_page(size="phone", person="member")
    page.goto("/volunteers/new")
    page.locator("#post-form[data-checked]").wait_for()
    body = page.locator("[name=body]")
    body.fill("👋" * 1000)
    expect(page.locator("#field-body-hint")).to_have_text("1000 of 1,000 characters")
    page.fill("[name=title]", "Greetings")
    page.select_option("[name=category]", index=1)
    body.fill("👋" * 1001)
    page.locator(".page-actions").get_by_role("button", name="Preview").click()
    expect(page.locator("#field-body-error")).to_have_text("Write at most 1000 characters.")
    body.fill("👋" * 1000)
    page.locator(".page-actions").get_by_role("button", name="Preview").click()
    expect(page.locator("h1")).to_have_text("Preview")


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
@pytest.mark.parametrize("path, person", [("/volunteers/new", "member"), ("/account/profile", "member"), ("/admin/settings", "owner")])
def test_what_has_the_focus_is_under_no_bar(open_page, size, path, person):
    page = open_page(size=size, person=person)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    for key in ("Tab", "Shift+Tab"):
        hidden = []
        for _ in range(70):
            page.keyboard.press(key)
            hidden += page.evaluate(COVERED)
        assert hidden == [], key


# The focused control, if another element is drawn over its middle.
COVERED = """() => {
  const it = document.activeElement;
  if (!it || !it.matches(".content input, .content select, .content textarea") || it.type === "hidden") return [];
  const box = it.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height, 48) / 2);
  const bar = top && top.closest(".shell-header, .app-nav, .page-actions, .save-bar, .admin-nav");
  return !top || bar ? [it.name + " under " + (bar ? bar.className : "the edge")] : [];
}"""


def test_an_address_that_only_takes_forms_leads_to_a_page(open_page, demo):
    page = open_page(person="owner")
    assert page.goto("/account/sign-out").status == 200
    assert page.url == demo.url + "/account"


@pytest.mark.parametrize("typed, held", [("stockholm", "Europe/Stockholm"), ("Sao Paulo", "America/Sao_Paulo"), ("Nairobi", "Africa/Nairobi")])
def test_a_city_is_enough_for_a_time_zone(open_page, typed, held):
    page = open_page(person="member")
    page.goto("/account/profile")
    page.locator("form[data-checked]:has([name=timeZone])").wait_for()
    field = page.locator("[name=timeZone]")
    field.fill(typed)
    field.blur()
    expect(field).to_have_value(held)
    sent = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    field.fill("Atlantis")
    page.locator("form:has([name=timeZone]) button:not([type=button])").last.click()
    expect(page.locator("#field-timeZone-error")).to_contain_text("such as Stockholm")
    assert sent == []


@pytest.mark.covers("LIB-001")
def test_the_frame_is_that_of_where_one_came_from(open_page):
    page = open_page(size="desktop", person="member")
    frame = lambda: page.evaluate("document.documentElement.dataset.app")
    page.goto("/volunteers")
    page.goto("/help")
    assert frame() == "volunteers"
    page.goto("/")
    page.locator(".shell-footer a[href='/help']").click()
    page.wait_for_url("**/help")
    assert frame() == "site"
