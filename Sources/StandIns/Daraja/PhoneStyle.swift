/// How the phones look.
enum PhoneStyle {
    /// The style sheet, for light and dark screens.
    static let sheet = """
        :root { --back: #e9eeea; --screen: #f7faf7; --card: #fff; --ink: #16211a; --quiet: #55645a; --line: #d3ddd5; --green: #1d7a34; --on: #fff; --red: #b3261e; }
        @media (prefers-color-scheme: dark) {
          :root { --back: #0b100c; --screen: #131a15; --card: #1d2720; --ink: #eaf2ec; --quiet: #a3b3a8; --line: #34423a; --green: #5ccb7a; --on: #06210e; --red: #ff9c92; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; font: 17px/1.45 system-ui, sans-serif; background: var(--back); color: var(--ink); }
        main { max-width: 430px; min-height: 100vh; margin: 0 auto; padding: 16px 20px 48px; background: var(--screen); }
        @media (min-width: 500px) {
          main { min-height: 844px; margin: 32px auto; border: 10px solid #1a1f1c; border-radius: 44px; padding: 28px 24px 48px; }
        }
        .mark { margin: 0 0 12px; padding: 4px 12px; border-radius: 99px; background: var(--red); color: var(--card); font-size: 14px; text-align: center; }
        h1 { font-size: 28px; line-height: 1.2; margin: 0; letter-spacing: .01em; }
        h2 { font-size: 18px; line-height: 1.3; margin: 28px 0 10px; }
        header p { margin: 2px 0; }
        a { color: var(--green); }
        .step { display: inline-flex; align-items: center; min-height: 44px; font-size: 15px; }
        .quiet { color: var(--quiet); font-size: 15px; }
        .card { display: block; margin: 16px 0; padding: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 18px; }
        .card:is(dl) { display: grid; }
        .ask { border: 2px solid var(--green); }
        .ask h2 { font-size: 23px; margin: 2px 0 12px; }
        .ask > p:first-child { margin: 0; font-weight: 700; color: var(--green); letter-spacing: .04em; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 18px; }
        dt { color: var(--quiet); }
        dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
        label { display: block; font-weight: 600; margin-bottom: 6px; }
        input { width: 100%; min-height: 52px; padding: 8px 14px; font: inherit; font-size: 20px; color: inherit; background: var(--screen); border: 1px solid var(--quiet); border-radius: 12px; }
        input[type=password] { font-size: 28px; letter-spacing: .4em; text-align: center; }
        .buttons { display: grid; gap: 10px; margin-top: 14px; }
        button { width: 100%; min-height: 52px; font: inherit; font-weight: 700; border-radius: 12px; border: 1px solid var(--line); cursor: pointer; }
        .pay { background: var(--green); border-color: var(--green); color: var(--on); }
        .card > .pay { margin-top: 12px; }
        .cancel { background: none; color: var(--ink); }
        :focus-visible { outline: 3px solid var(--green); outline-offset: 2px; }
        .wrong { color: var(--red); font-weight: 600; margin: 8px 0; }
        ul, ol { list-style: none; margin: 0; padding: 0; }
        .phones .card { margin: 0 0 10px; color: inherit; text-decoration: none; min-height: 44px; }
        .phones strong, .phones span { display: block; }
        .phones span { color: var(--quiet); }
        .messages p { margin: 0 0 10px; padding: 12px 16px; border-radius: 18px 18px 18px 4px; background: var(--card); border: 1px solid var(--line); overflow-wrap: anywhere; }
        .messages .good p { border-left: 4px solid var(--green); }
        .messages .bad p { border-left: 4px solid var(--quiet); color: var(--quiet); }
        """
}
