/// How the pages look, and the one script, which pages do without.
enum PageStyle {
    static let css = """
        :root {
          color-scheme: light dark;
          --back: #f2f3f7; --card: #fff; --text: #1b1d23; --faint: #595e69; --line: #868c98;
          --accent: #1257c4; --on-accent: #fff; --bad: #a8071a; --bad-back: #fdecee; --edge: #e0e2e9;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #121317; --card: #1c1e24; --text: #eceef2; --faint: #abb0bb; --line: #7d838f;
            --accent: #8ab4ff; --on-accent: #0b1a33; --bad: #ffaab0; --bad-back: #3a181c; --edge: #2c2f38;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 1.5rem 1rem;
          background: var(--back); color: var(--text);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
        }
        main {
          width: 100%; max-width: 26rem; padding: 2rem; background: var(--card);
          border: 1px solid var(--edge); border-radius: 1rem;
        }
        .mark { display: block; fill: var(--accent); margin-bottom: 1rem; }
        h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
        p { margin: 0 0 1rem; }
        .app { overflow-wrap: anywhere; font-weight: 600; }
        .field { margin: 0 0 1.25rem; }
        label { display: block; font-weight: 600; }
        .hint { margin: 0 0 .25rem; color: var(--faint); font-size: .875rem; }
        .error { margin: 0 0 .25rem; color: var(--bad); font-size: .875rem; font-weight: 600; }
        input[type=text], input[type=password], select, textarea {
          width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; color: inherit;
          background: transparent; border: 1px solid var(--line); border-radius: .5rem;
        }
        select { background: var(--card); }
        textarea { font: .8125rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; resize: vertical; }
        input[aria-invalid=true] { border: 2px solid var(--bad); }
        .choice { display: flex; gap: .625rem; align-items: center; margin: 0 0 1.5rem; }
        .choice label { font-weight: 400; }
        .choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
        button {
          width: 100%; min-height: 2.75rem; padding: .625rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 0; border-radius: .5rem;
        }
        button:hover { filter: brightness(1.1); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .problem { margin: .75rem 0 1.25rem; padding: .75rem 1rem; background: var(--bad-back); border-radius: .5rem; }
        .problem { border-left: 4px solid var(--bad); }
        .problem p { margin: 0; color: var(--bad); font-weight: 600; }
        .more { margin: 1.25rem 0 0; font-size: .875rem; }
        a { color: var(--accent); }
        @media (max-width: 30rem) {
          body { place-items: start stretch; padding: 0; background: var(--card); }
          main { max-width: none; border: 0; border-radius: 0; padding: 2rem 1.25rem; }
        }
        @media (forced-colors: active) { button { border: 1px solid; } .mark { fill: currentColor; } }

        """

    /// Tells the page that opened this one, and only that one, and closes.
    static let script = """
        "use strict";
        const done = document.getElementById("token");
        if (done && window.opener) {
          const message = { ckWebAuthToken: done.value, ckSession: done.value };
          window.opener.postMessage(message, done.dataset.origin);
          window.close();
        }

        """
}
