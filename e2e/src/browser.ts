import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Browser as Chromium, type Page } from 'playwright-core'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds: optimizing their code costs more of a core than it saves.
  '--js-flags=--no-maglev,--no-turbofan',
]

/** Pictures are for people who look at one journey: whole runs take none. */
export const TAKES_PICTURES = process.env['CI'] === undefined && process.env['CASELOOM_TEST_PICTURES'] !== '0'

/** The test command runs all journeys once in each color scheme. */
const THEME = process.env['CASELOOM_TEST_THEME'] === 'dark' ? 'dark' : 'light'

/** One process for all files that this one runs, each with profiles of its own; it ends with this process. */
let running: Promise<Chromium> | undefined
function chromiumOfProcess(): Promise<Chromium> {
  running ??= chromium
    .launch({
      executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      headless: true,
      args: FLAGS,
    })
    .then((started) => {
      started.on('disconnected', () => (running = undefined))
      return started
    })
  return running
}

/** A browser with a profile of its own. `errors` gathers what pages threw or were refused by the page policy. */
export interface Browser {
  context: BrowserContext
  page: Page
  errors: string[]
  close(): Promise<void>
}

/** Opens the Chromium that the test command found (CHROME_PATH) in the given color scheme and size. */
export async function openBrowser(
  options: { scheme?: 'light' | 'dark'; width?: number; height?: number; origin?: string } = {},
): Promise<Browser> {
  const context = await (await chromiumOfProcess()).newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.scheme ?? THEME,
    // Unwatched frames of transitions take a tenth of a browser's time.
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Lisbon',
    locale: 'en-GB',
    ...(options.origin === undefined ? {} : { permissions: ['clipboard-read', 'clipboard-write'] }),
  })
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(error.error().message))
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return {
    context,
    page,
    errors,
    close: () => context.close(),
  }
}

/** Keeps a picture of the page for people to look at, where people are; never compared. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!TAKES_PICTURES) return
  const folder = fileURLToPath(new URL('../shots/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}${name}-${THEME}.png` })
}
