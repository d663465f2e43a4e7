"""What Schemathesis cannot know of this interface by itself."""

import itertools
import os
import re

import schemathesis
from schemathesis.generation import GenerationMode

# The keys that the run itself lives on: what revokes one of them is sent about another.
KEPT = frozenset(os.environ.get("QM_FUZZ_KEPT_KEYS", "").split(","))

# Refusals that follow from no operation: there is none, or it does not take the method.
OF_NO_OPERATION = frozenset({"route-unknown", "method-not-allowed"})


NUMBERS = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    # A header is bytes; whoever writes letters beyond Latin-1 there sends those of UTF-8.
    for name, value in list((case.headers or {}).items()):
        if isinstance(value, str) and any(ord(letter) > 0xFF for letter in value):
            case.headers[name] = value.encode("utf-8", "replace").decode("latin-1")
    # Under a key that was used before the first answer comes again, though what it made may be gone.
    key = (case.headers or {}).get("Idempotency-Key")
    is_followed = case.meta is not None and case.meta.phase.name == "stateful"
    if is_followed and isinstance(key, str) and re.fullmatch(r"[ -~]{1,200}", key):
        case.headers["Idempotency-Key"] = f"{key}-{next(NUMBERS)}"
    parameters = case.path_parameters or {}
    if case.method.upper() not in {"DELETE", "POST"}:
        return
    if case.path.startswith("/v1/api-keys/{id}") and parameters.get("id") in KEPT:
        case.path_parameters = {**parameters, "id": "no_such_key"}


def problem_of(response):
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


@schemathesis.check
def refusals_are_documented_problems(ctx, response, case):
    """Every refusal is a problem, by a code that its operation names under that status."""
    if response.status_code < 400 or case.method.upper() == "HEAD":
        return
    kind = (response.headers.get("content-type") or [""])[0].split(";")[0]
    problem = problem_of(response)
    assert kind == "application/problem+json" and problem is not None, f"{kind} is no problem"
    assert problem.get("status") == response.status_code, "the problem states another status"
    code = problem.get("code")
    if code in OF_NO_OPERATION or case.method.upper() != case.operation.method.upper():
        return
    documented = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    named = documented.get("content", {}).get("application/problem+json", {}).get("examples", {})
    assert code in named, f"{response.status_code} {code} is not named by {case.operation.label}"


# Ranges; a tenant that only some keys may leave out, and none is called `*`; addresses with a user.
UNSAYABLE = r"^/pins\b|^/(tenant|task_type|roles/\d+)$|/url$"


def is_beyond_schema(problem, case):
    """Whether a 400 is for what a JSON Schema cannot say."""
    code = problem.get("code")
    if code in {"bad-cursor", "header-invalid"}:
        return code == "bad-cursor" or "if-match" not in str(problem.get("detail", "")).lower()
    if code == "tool-id-invalid":
        # Each item of a bulk is refused by itself, with a code of its own.
        return case.path == "/v1/registrations"
    if code == "unsafe-number":
        return True
    return code in {"body-invalid", "query-invalid"} and all(
        error.get("code") == "duplicate"
        or error.get("message") == "must be a date and time that exist"
        or re.search(UNSAYABLE, error.get("pointer", ""))
        for error in problem.get("errors", [None])
    )


@schemathesis.check
def what_fits_the_schema_is_read(ctx, response, case):
    """400 says that a request does not fit the document, so one that fits it is not given one."""
    meta = case.meta
    if response.status_code != 400 or meta is None:
        return
    if meta.generation.mode != GenerationMode.POSITIVE:
        return
    problem = problem_of(response) or {}
    assert is_beyond_schema(problem, case), f"400 {problem.get('code')} {problem.get('errors')}"


@schemathesis.check
def the_request_is_named(ctx, response, case):
    """Whatever the answer, it can be found in the log."""
    assert (response.headers.get("x-request-id") or [""])[0] != "", "no X-Request-Id"
