package main

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
)

type entry struct {
	note     Note
	comments []Comment
}

// What is kept, in memory, the oldest first.
type store struct {
	mutex   sync.Mutex
	entries []*entry
}

func newStore() *store { return &store{} }

var _ StrictServerInterface = (*store)(nil)

var notFound = NotFoundJSONResponse{Code: 404, Message: "There is no such note."}

func (s *store) find(id uuid.UUID) *entry {
	at := slices.IndexFunc(s.entries, func(each *entry) bool { return each.note.Id == id })
	if at < 0 {
		return nil
	}
	return s.entries[at]
}

func (s *store) GetHealth(context.Context, GetHealthRequestObject) (GetHealthResponseObject, error) {
	return GetHealth200JSONResponse{Status: "ok"}, nil
}

func (s *store) ListNotes(_ context.Context, request ListNotesRequestObject) (ListNotesResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	params := request.Params
	fitting := []Note{}
	for _, each := range s.entries {
		note := each.note
		if params.Tag != nil && (note.Tags == nil || !slices.Contains(*note.Tags, *params.Tag)) {
			continue
		}
		if params.Done != nil && note.Done != *params.Done {
			continue
		}
		fitting = append(fitting, note)
	}
	if params.Sort != nil {
		slices.SortStableFunc(fitting, orderOf(string(*params.Sort)))
	}
	total := int64(len(fitting))
	from := min(int(orElse(params.Offset, 0)), len(fitting))
	to := min(from+int(orElse(params.Limit, 20)), len(fitting))
	return ListNotes200JSONResponse{Items: fitting[from:to], Total: total}, nil
}

func orderOf(sort string) func(a, b Note) int {
	switch sort {
	case "title":
		return func(a, b Note) int { return cmp.Compare(a.Title, b.Title) }
	case "-title":
		return func(a, b Note) int { return cmp.Compare(b.Title, a.Title) }
	case "priority":
		return func(a, b Note) int { return cmp.Compare(a.Priority, b.Priority) }
	default:
		return func(a, b Note) int { return cmp.Compare(b.Priority, a.Priority) }
	}
}

func orElse[T any](value *T, other T) T {
	if value == nil {
		return other
	}
	return *value
}

func noteOf(id uuid.UUID, createdAt time.Time, body NewNote) Note {
	return Note{
		Id: id, CreatedAt: createdAt, Title: body.Title, Text: body.Text, Priority: body.Priority,
		Done: orElse(body.Done, false), Hours: body.Hours, DueOn: body.DueOn, Tags: body.Tags,
	}
}

func (s *store) CreateNote(_ context.Context, request CreateNoteRequestObject) (CreateNoteResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	note := noteOf(uuid.New(), time.Now().UTC(), *request.Body)
	s.entries = append(s.entries, &entry{note: note})
	return CreateNote201JSONResponse{
		Body:    note,
		Headers: CreateNote201ResponseHeaders{Location: "/notes/" + note.Id.String()},
	}, nil
}

func (s *store) GetNote(_ context.Context, request GetNoteRequestObject) (GetNoteResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.find(request.NoteId)
	if found == nil {
		return GetNote404JSONResponse{notFound}, nil
	}
	return GetNote200JSONResponse(found.note), nil
}

func (s *store) ReplaceNote(_ context.Context, request ReplaceNoteRequestObject) (ReplaceNoteResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.find(request.NoteId)
	if found == nil {
		return ReplaceNote404JSONResponse{notFound}, nil
	}
	found.note = noteOf(found.note.Id, found.note.CreatedAt, *request.Body)
	return ReplaceNote200JSONResponse(found.note), nil
}

func (s *store) ChangeNote(_ context.Context, request ChangeNoteRequestObject) (ChangeNoteResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.find(request.NoteId)
	if found == nil {
		return ChangeNote404JSONResponse{notFound}, nil
	}
	body, note := request.Body, &found.note
	note.Title = orElse(body.Title, note.Title)
	note.Priority = orElse(body.Priority, note.Priority)
	note.Done = orElse(body.Done, note.Done)
	if body.Text != nil {
		note.Text = body.Text
	}
	if body.Hours != nil {
		note.Hours = body.Hours
	}
	return ChangeNote200JSONResponse(*note), nil
}

func (s *store) DeleteNote(_ context.Context, request DeleteNoteRequestObject) (DeleteNoteResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.find(request.NoteId) == nil {
		return DeleteNote404JSONResponse{notFound}, nil
	}
	s.entries = slices.DeleteFunc(s.entries, func(each *entry) bool { return each.note.Id == request.NoteId })
	return DeleteNote204Response{}, nil
}

func (s *store) ListComments(_ context.Context, request ListCommentsRequestObject) (ListCommentsResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.find(request.NoteId)
	if found == nil {
		return ListComments404JSONResponse{notFound}, nil
	}
	from, err := strconv.Atoi(orElse(request.Params.Cursor, "0"))
	if err != nil {
		return nil, err
	}
	from = min(from, len(found.comments))
	to := min(from+int(orElse(request.Params.Limit, 20)), len(found.comments))
	page := CommentPage{Items: append([]Comment{}, found.comments[from:to]...)}
	if to < len(found.comments) {
		next := strconv.Itoa(to)
		page.Next = &next
	}
	return ListComments200JSONResponse(page), nil
}

func (s *store) CreateComment(_ context.Context, request CreateCommentRequestObject) (CreateCommentResponseObject, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.find(request.NoteId)
	if found == nil {
		return CreateComment404JSONResponse{notFound}, nil
	}
	comment := *request.Body
	if slices.ContainsFunc(found.comments, func(each Comment) bool { return each.Id == comment.Id }) {
		return CreateComment409JSONResponse{Code: 409, Message: "Another comment has this id."}, nil
	}
	found.comments = append(found.comments, comment)
	return CreateComment201JSONResponse(comment), nil
}
