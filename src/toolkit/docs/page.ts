/**
 * The page, without a script or style of its own, so that its policy allows none.
 *
 * @param files - The folder of its files, relative to the page.
 * @param document - The document, relative to the page.
 */
export function pageHtml(files: string, document: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API documentation</title>
<link rel="icon" type="image/png" href="${files}/favicon-32x32.png">
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/page.css">
<script defer src="${files}/swagger-ui-bundle.js"></script>
<script type="module" src="${files}/start.js"></script>
</head>
<body>
<noscript>This page needs JavaScript; the document is <a href="${document}">${document}</a>.</noscript>
<main id="docs" data-document="${document}"></main>
</body>
</html>
`
}

/** Headers of all answers of the page: nothing inline, nothing of another origin, no frame. */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
