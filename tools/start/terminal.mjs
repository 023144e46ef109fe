// Plain JavaScript with built-ins only: runs before anything is installed, under any Node >= 20.19.

const live = process.stdout.isTTY === true && !process.env.NO_COLOR

/** What an operator can act on: one line that says what is wrong, one that says what to do. */
export class StartFault extends Error {
  constructor(message, next, details = '') {
    super(message)
    this.next = next
    this.details = details
  }
}

/** Shows a step while it runs, then its tick and time; on a pipe only the finished line. */
export async function step(title, run, note = '') {
  const since = performance.now()
  if (live) process.stdout.write(`  … ${title}${note ? ` (${note})` : ''}`)
  else if (note) process.stdout.write(`  … ${title} (${note})\n`)
  const clear = live ? '\r\x1b[K' : ''
  try {
    const result = await run()
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    process.stdout.write(`${clear}  ${paint(32, '✓')} ${title.padEnd(22)} ${paint(2, `${seconds} s`)}\n`)
    return result
  } catch (error) {
    process.stdout.write(`${clear}  ${paint(31, '✗')} ${title}\n`)
    throw error
  }
}

/** Prints a fault: the tool's own words first when there are any, then what is wrong and the next step. */
export function printFault(error) {
  if (!(error instanceof StartFault)) throw error
  if (error.details) console.error(`\n${error.details.trim()}`)
  console.error(`\n${paint(31, error.message)}\n→ ${error.next}`)
}

function paint(code, text) {
  return live ? `\x1b[${code}m${text}\x1b[0m` : text
}
