// The notes on oapi-codegen's strict server, behind its middleware that validates requests, as its README says.
// The first argument is the token. It writes its port on a line, and ends with its input.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	middleware "github.com/oapi-codegen/nethttp-middleware"
)

func main() {
	handler, err := newHandler(os.Args[1])
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

func newHandler(token string) (http.Handler, error) {
	document, err := GetSpec()
	if err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(document)
	if err != nil {
		return nil, err
	}
	validate := middleware.OapiRequestValidatorWithOptions(document, &middleware.Options{
		Options: openapi3filter.Options{
			// A default is no value of null.
			SkipSettingDefaults: true,
			AuthenticationFunc: func(_ context.Context, input *openapi3filter.AuthenticationInput) error {
				scheme, given, _ := strings.Cut(input.RequestValidationInput.Request.Header.Get("Authorization"), " ")
				if !strings.EqualFold(scheme, "Bearer") || given != token {
					return errors.New("the token is not accepted")
				}
				return nil
			},
		},
		SilenceServersWarning: true,
		ErrorHandlerWithOpts: func(_ context.Context, err error, w http.ResponseWriter, r *http.Request, options middleware.ErrorHandlerOpts) {
			status := options.StatusCode
			if errors.Is(err, routers.ErrMethodNotAllowed) {
				status = http.StatusMethodNotAllowed
				w.Header().Set("Allow", methodsAt(router, r))
			}
			writeError(w, status, err.Error())
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
	handler := HandlerWithOptions(strict, StdHTTPServerOptions{ErrorHandlerFunc: refuse})
	return validate(onlyJSON(handler)), nil
}

// Go's decoder of JSON stops after the first value of a body, whatever follows it.
func onlyJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || (len(body) > 0 && !json.Valid(body)) {
			writeError(w, http.StatusBadRequest, "The body is not JSON.")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// The methods that the path of a request has.
func methodsAt(router routers.Router, r *http.Request) string {
	methods := []string{}
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, _, err := router.FindRoute(other); err == nil {
			methods = append(methods, method)
		}
	}
	return strings.Join(methods, ", ")
}

func writeError(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(Error{Code: int32(status), Message: message})
}
