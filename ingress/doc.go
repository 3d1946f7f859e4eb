// Package ingress finds every hint carrier of a request, admits or cuts it, and
// leaves every other byte as it came.
package ingress
