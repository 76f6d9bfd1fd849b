// The notes on oapi-codegen's strict server, behind its middleware that validates requests, as its README says.
// The first argument is the token. It writes its port on a line, and ends with its input.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/getkin/kin-openapi/openapi3filter"
	middleware "github.com/oapi-codegen/nethttp-middleware"
)

func main() {
	handler, err := newHandler("Bearer " + os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go func() { log.Fatal(http.Serve(listener, handler)) }()
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		log.Fatal(err)
	}
}

func newHandler(authorization string) (http.Handler, error) {
	document, err := GetSpec()
	if err != nil {
		return nil, err
	}
	validate := middleware.OapiRequestValidatorWithOptions(document, &middleware.Options{
		Options: openapi3filter.Options{
			AuthenticationFunc: func(_ context.Context, input *openapi3filter.AuthenticationInput) error {
				if input.RequestValidationInput.Request.Header.Get("Authorization") != authorization {
					return errors.New("the token is not accepted")
				}
				return nil
			},
		},
		SilenceServersWarning: true,
		ErrorHandler: func(w http.ResponseWriter, message string, status int) {
			writeError(w, status, message)
		},
	})
	refuse := func(w http.ResponseWriter, _ *http.Request, err error) {
		writeError(w, http.StatusBadRequest, err.Error())
	}
	strict := NewStrictHandlerWithOptions(newStore(), nil, StrictHTTPServerOptions{
		RequestErrorHandlerFunc: refuse,
		ResponseErrorHandlerFunc: func(w http.ResponseWriter, _ *http.Request, err error) {
			log.Print(err)
			writeError(w, http.StatusInternalServerError, "The server failed.")
		},
	})
	return validate(HandlerWithOptions(strict, StdHTTPServerOptions{ErrorHandlerFunc: refuse})), nil
}

func writeError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(Error{Code: int32(status), Message: message})
}
