"""The notes on FastAPI. The first argument is the token. It writes its port on a line, and ends with its input."""

import os
import re
import secrets
import socket
import sys
import threading
from datetime import date, datetime, timezone
from enum import Enum
from typing import Annotated
from uuid import UUID, uuid4

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from starlette.exceptions import HTTPException as StarletteHTTPException

TOKEN = sys.argv[1]

bearer = HTTPBearer(auto_error=False)


def authorize(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> None:
    if credentials is None or not secrets.compare_digest(credentials.credentials.encode(), TOKEN.encode()):
        raise HTTPException(401, "The token is not accepted.", {"WWW-Authenticate": "Bearer"})


def iso_date(value: object) -> object:
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        raise ValueError("must be a date, YYYY-MM-DD")
    return value


def distinct(values: list[str]) -> list[str]:
    if len(set(values)) < len(values):
        raise ValueError("must not have an item twice")
    return values


Title = Annotated[str, Field(min_length=1, max_length=80)]
Text = Annotated[str, Field(max_length=1000)]
Priority = Annotated[int, Field(ge=1, le=5, strict=True)]
Done = Annotated[bool, Field(strict=True)]
Hours = Annotated[float, Field(ge=0, le=1000, strict=True, allow_inf_nan=False)]
Tag = Annotated[str, Field(pattern="^[a-z]{1,20}$")]
Tags = Annotated[list[Tag], Field(max_length=5, json_schema_extra={"uniqueItems": True}), AfterValidator(distinct)]
Day = Annotated[date, BeforeValidator(iso_date)]


class Health(BaseModel):
    status: str


class Error(BaseModel):
    code: int
    message: str


class NewNote(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: Title
    text: Text = None
    priority: Priority
    done: Done = False
    hours: Hours = None
    dueOn: Day | None = None
    tags: Tags = None


class Note(NewNote):
    id: UUID
    createdAt: datetime


class NoteChange(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"minProperties": 1})
    title: Title = None
    text: Text = None
    priority: Priority = None
    done: Done = None
    hours: Hours = None

    @model_validator(mode="after")
    def changes_something(self):
        if not self.model_fields_set:
            raise ValueError("must change something")
        return self


class NotePage(BaseModel):
    items: list[Note]
    total: int


class Comment(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: Annotated[int, Field(strict=True, ge=-(2**63), lt=2**63)]
    author: Annotated[str, Field(min_length=1, max_length=40)]
    text: Annotated[str, Field(min_length=1, max_length=500)]


class CommentPage(BaseModel):
    items: list[Comment]
    next: str | None = None


class Sort(str, Enum):
    title = "title"
    title_down = "-title"
    priority = "priority"
    priority_down = "-priority"


class Entry:
    def __init__(self, note: Note):
        self.note = note
        self.comments: list[Comment] = []


entries: dict[UUID, Entry] = {}

ERRORS = {400: {"model": Error}, 401: {"model": Error}}
ABSENT = {404: {"model": Error}}
TAKEN = {409: {"model": Error}}

app = FastAPI(title="Notes", version="1.0.0")
secured = {"dependencies": [Depends(authorize)], "response_model_exclude_unset": True}
Limit = Annotated[int, Query(ge=1, le=50)]


@app.exception_handler(StarletteHTTPException)
async def http_error(_: Request, error: StarletteHTTPException) -> JSONResponse:
    body = {"code": error.status_code, "message": str(error.detail)}
    return JSONResponse(body, error.status_code, error.headers)


@app.exception_handler(RequestValidationError)
async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    told = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
    return JSONResponse({"code": 400, "message": told}, 400)


async def entry_of(noteId: UUID) -> Entry:
    if noteId not in entries:
        raise HTTPException(404, "There is no such note.")
    return entries[noteId]


Found = Annotated[Entry, Depends(entry_of)]


@app.get("/health")
async def get_health() -> Health:
    return Health(status="ok")


@app.get("/notes", responses=ERRORS, **secured)
async def list_notes(
    tag: Annotated[str | None, Query(pattern="^[a-z]{1,20}$")] = None,
    done: bool | None = None,
    sort: Sort | None = None,
    limit: Limit = 20,
    offset: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> NotePage:
    fitting = [
        note
        for note in (each.note for each in entries.values())
        if (tag is None or tag in (note.tags or [])) and (done is None or note.done == done)
    ]
    if sort is not None:
        fitting.sort(key=lambda note: getattr(note, sort.value.lstrip("-")), reverse=sort.value[0] == "-")
    return NotePage(items=fitting[offset : offset + limit], total=len(fitting))


@app.post("/notes", status_code=201, responses=ERRORS, **secured)
async def create_note(body: NewNote, response: Response) -> Note:
    note = Note(id=uuid4(), createdAt=datetime.now(timezone.utc), **with_defaults(body))
    entries[note.id] = Entry(note)
    response.headers["Location"] = f"/notes/{note.id}"
    return note


def with_defaults(body: NewNote) -> dict:
    return {"done": body.done, **body.model_dump(exclude_unset=True)}


@app.get("/notes/{noteId}", responses=ERRORS | ABSENT, **secured)
async def get_note(found: Found) -> Note:
    return found.note


@app.put("/notes/{noteId}", responses=ERRORS | ABSENT, **secured)
async def replace_note(found: Found, body: NewNote) -> Note:
    found.note = Note(id=found.note.id, createdAt=found.note.createdAt, **with_defaults(body))
    return found.note


@app.patch("/notes/{noteId}", responses=ERRORS | ABSENT, **secured)
async def change_note(found: Found, body: NoteChange) -> Note:
    found.note = found.note.model_copy(update=body.model_dump(exclude_unset=True))
    return found.note


@app.delete("/notes/{noteId}", status_code=204, responses=ERRORS | ABSENT, **secured)
async def delete_note(found: Found) -> None:
    del entries[found.note.id]


@app.get("/notes/{noteId}/comments", responses=ERRORS | ABSENT, **secured)
async def list_comments(
    found: Found, limit: Limit = 20, cursor: Annotated[str, Query(pattern="^[0-9]{1,9}$")] = "0"
) -> CommentPage:
    end = int(cursor) + limit
    page = CommentPage(items=found.comments[int(cursor) : end])
    if end < len(found.comments):
        page.next = str(end)
    return page


@app.post("/notes/{noteId}/comments", status_code=201, responses=ERRORS | ABSENT | TAKEN, **secured)
async def create_comment(found: Found, body: Comment) -> Comment:
    if any(each.id == body.id for each in found.comments):
        raise HTTPException(409, "Another comment has this id.")
    found.comments.append(body)
    return body


def end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    # With the number of its protocol asyncio sets TCP_NODELAY.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    print(listener.getsockname()[1], flush=True)
    threading.Thread(target=end_with_input, daemon=True).start()
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
