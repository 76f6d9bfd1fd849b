/* global SwaggerUIBundle */
import { servedHere } from './served-here.js'

const main = document.querySelector('#docs')
const url = new URL(main.dataset.document, location.href)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followSystem)
followSystem()

try {
  const shown = servedHere(await (await fetch(url)).json(), url)
  document.title = shown.info.title
  SwaggerUIBundle({
    domNode: main,
    spec: shown,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  })
} catch (error) {
  main.textContent = `${url} cannot be shown: ${error.message}`
}
