// The plant store on oapi-codegen's strict server, behind its middleware that validates requests.
// The first argument is the token.
//
// It writes a line with its port, and a line with its usage for each line that it reads; it ends with
// its input. Lines are JSON.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"syscall"

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
	fmt.Printf("{\"port\":%d}\n", listener.Addr().(*net.TCPAddr).Port)
	go func() { log.Fatal(http.Serve(listener, handler)) }()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if err := json.NewEncoder(os.Stdout).Encode(usage()); err != nil {
			log.Fatal(err)
		}
	}
}

func newHandler(authorization string) (http.Handler, error) {
	document, err := GetSpec()
	if err != nil {
		return nil, err
	}
	// For a document of 3.1 kin-openapi compiles the schema again for each request, which takes eight times
	// as long. Our schemas mean the same in 3.0.
	document.OpenAPI = "3.0.3"
	authenticate := func(_ context.Context, input *openapi3filter.AuthenticationInput) error {
		if input.RequestValidationInput.Request.Header.Get("Authorization") != authorization {
			return errors.New("the token is not accepted")
		}
		return nil
	}
	validate := middleware.OapiRequestValidatorWithOptions(document, &middleware.Options{
		Options:               openapi3filter.Options{AuthenticationFunc: authenticate},
		SilenceServersWarning: true,
	})
	store := &plantStore{plants: map[int64]Plant{}}
	return validate(Handler(NewStrictHandler(store, nil))), nil
}

// The store in memory that the other servers have, with the lock that threads need.
type plantStore struct {
	mutex  sync.Mutex
	plants map[int64]Plant
}

func (store *plantStore) CreatePlant(
	_ context.Context,
	request CreatePlantRequestObject,
) (CreatePlantResponseObject, error) {
	plant := Plant{Name: request.Body.Name, Tag: request.Body.Tag}
	store.mutex.Lock()
	defer store.mutex.Unlock()
	stored, isTaken := store.plants[request.Body.Id]
	if isTaken && !isSame(stored, plant) {
		return CreatePlant409JSONResponse{Error: 40900, Message: "Another plant has this id."}, nil
	}
	store.plants[request.Body.Id] = plant
	return CreatePlant200JSONResponse(plant), nil
}

func isSame(a, b Plant) bool {
	if a.Tag == nil || b.Tag == nil {
		return a.Name == b.Name && a.Tag == b.Tag
	}
	return a.Name == b.Name && *a.Tag == *b.Tag
}

// What Node's process.cpuUsage() and process.memoryUsage.rss() tell.
func usage() map[string]float64 {
	var of syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &of); err != nil {
		log.Fatal(err)
	}
	found := map[string]float64{
		"processor": float64(of.Utime.Nano()+of.Stime.Nano()) / 1e3,
	}
	var size, resident float64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if _, err := fmt.Sscan(string(text), &size, &resident); err == nil {
			found["megabytes"] = resident * float64(os.Getpagesize()) / (1 << 20)
		}
	}
	return found
}
