"""A headless Chromium for the tests: a page is opened with a script of its own added, and what the
script found comes back, with the errors, the blocked requests and the resources of the page."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from html import unescape
from pathlib import Path

import pytest

BROWSER = next((path for name in ("chromium", "chromium-browser", "google-chrome")
                if (path := shutil.which(name))), None)  # fmt: skip
AXE = Path(os.environ.get("SIMLIB_AXE", ""))
IN_CI = os.environ.get("CI") == "true"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip
# what Chromium itself asks for when it starts: the time, whether there are updates
BROWSERS_OWN = (
    r"https?://(clients2|update|www|accounts|optimizationguide-pa|safebrowsing)\.google(apis)?\.com/"
)
WATCH = """<script>
window.seen = {errors: [], blocked: []};
addEventListener("error", (e) => seen.errors.push(String(e.message)));
addEventListener("unhandledrejection", (e) => seen.errors.push(String(e.reason)));
addEventListener("securitypolicyviolation", (e) => seen.blocked.push(e.blockedURI));
for (const level of ["error", "warn"]) console[level] = (...words) => seen.errors.push(words.join(" "));
</script>"""
ASK = """<script>
addEventListener("load", async () => {
  let found;
  try { found = await (async () => { %s })(); } catch (error) { seen.errors.push(String(error)); }
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const told = document.createElement("pre");
  told.id = "told-to-the-test";
  told.textContent = JSON.stringify({found, loaded, ...seen});
  document.body.append(told);
});
</script>"""


def needs(there, what):
    """Skip, saying why, where something is not installed; in CI it must be."""
    if there:
        return
    if IN_CI:
        pytest.fail(f"{what} is missing: CI installs it")
    pytest.skip(f"{what} is not installed here")


def run(url, *flags):
    needs(BROWSER, "Chromium")
    with tempfile.TemporaryDirectory(prefix="simlib-chromium-", ignore_cleanup_errors=True) as profile:
        command = [BROWSER, *FLAGS, f"--user-data-dir={profile}", *flags, url]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def ask(html, script, folder, *flags, before=""):
    """Open a page and run `script` (which returns something plain) after it has loaded.

    Returns a dict: found, errors, blocked, loaded.
    """
    page = folder / "page.html"
    page.write_text(html.replace("<head>", f"<head>{WATCH}", 1).replace(
        "</body>", f"{before}{ASK.replace('%s', script)}</body>"), encoding="utf-8")  # fmt: skip
    dumped = run(page.as_uri(), "--virtual-time-budget=20000", "--dump-dom", *flags)
    told = re.search(r'<pre id="told-to-the-test">(.*?)</pre>', dumped, re.DOTALL)
    assert told, "the page never finished"
    return json.loads(unescape(told[1]))


def requests(log):
    """Addresses asked for on a network, from a log of Chromium's (--log-net-log)."""
    text = log.read_text(encoding="utf-8", errors="replace")
    asked = set(re.findall(r'"url":"((?:https?|wss?|ftp)://[^"]*)"', text))
    return sorted(url for url in asked if not re.match(BROWSERS_OWN, url))


def screenshot(path, image, width, dark=False, height=1400):
    flags = [f"--window-size={width},{height}", f"--screenshot={image}"]
    run(path.as_uri(), *flags, *(["--blink-settings=preferredColorScheme=0"] if dark else []))
