import { Problem } from '@caseloom/contract/kernel/errors'
import { InstallRequest, InstallStatus } from '@caseloom/contract/identity/installer'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Command, CommandError, type Terminal, UsageError } from '../terminal/command.ts'
import { readText } from '../terminal/text-file.ts'

/** The installer reports its steps only when polled. */
const ASK_EVERY_MS = 500

/** Sets a running, empty installation up without a browser. */
export const installProduct: Command = {
  summary: 'Sets up a new installation from a file',
  usage: '--file FILE --url ADDRESS',
  help: [
    '  --file FILE    JSON with accountName, tenantName, name, email, password, and optional demoData; - reads standard input',
    '  --url ADDRESS  the install URL that the product printed, with its one-time code',
    '  --code CODE    the code, if the URL doesn’t include it; ADDRESS then defaults to PUBLIC_URL, else http://localhost:4000',
  ],
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: { file: { type: 'string' }, url: { type: 'string' }, code: { type: 'string' } },
    })
    if (values.file === undefined) throw new UsageError('Specify the file with --file')
    const printed = placeOf(values.url ?? terminal.env['PUBLIC_URL'] ?? 'http://localhost:4000')
    const { url } = printed
    const file = values.file === '-' ? '/dev/stdin' : values.file
    const body = await readRequest(file, values.code ?? printed.code)
    const begun = await ask(url, { method: 'POST', body: JSON.stringify(body) })
    return follow(url, begun, terminal)
  },
}

/** The printed address carries the code: `…/install?code=…`. */
function placeOf(text: string): { url: string; code: string | undefined } {
  const code = URL.parse(text)?.searchParams.get('code') ?? undefined
  return { url: text.replace(/[?#].*$/, '').replace(/\/(?:install\/?)?$/, ''), code }
}

async function readRequest(file: string, code: string | undefined): Promise<InstallRequest> {
  const text = await readText(file)
  const parsed = InstallRequest.safeParse(readJson(text, file))
  if (parsed.success) return code === undefined ? parsed.data : { ...parsed.data, code }
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new CommandError(`The file "${file}" isn’t valid:\n  ${faults.join('\n  ')}`)
}

function readJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The position in the text would say no more to who wrote the file.
    throw new CommandError(`The file "${file}" doesn’t contain JSON`)
  }
}

async function follow(url: string, begun: InstallStatus, terminal: Terminal): Promise<number> {
  const shownSteps = new Set<string>()
  for (let status = begun; ; status = await ask(url, { method: 'GET' })) {
    for (const step of status.steps.filter((one) => one.state === 'done' && !shownSteps.has(one.key))) {
      shownSteps.add(step.key)
      terminal.line(`✓ ${step.title}`)
    }
    if (status.status === 'complete') {
      terminal.line(`Installed. Sign in at ${url}`)
      return 0
    }
    if (status.status === 'failed') {
      const failed = status.steps.find((step) => step.state === 'failed')
      terminal.error(`The installation failed at "${failed?.title}": ${failed?.detail ?? 'check the log'}`)
      return 1
    }
    await pause(ASK_EVERY_MS)
  }
}

async function ask(
  url: string,
  { method, body }: { method: 'GET' | 'POST'; body?: string },
): Promise<InstallStatus> {
  const path = method === 'GET' ? '/tenant/install/status' : '/tenant/install'
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  }).catch(() => {
    throw new CommandError(`Couldn’t connect to ${url}. Is the product running?`)
  })
  // A reply that isn’t JSON is reported below.
  const answer: unknown = await reply.json().catch(() => null)
  const status = InstallStatus.safeParse(answer)
  if (reply.ok && status.success) return status.data
  const problem = Problem.safeParse(answer)
  if (!problem.success)
    throw new CommandError(`${url} answered ${reply.status}, which isn’t a Caseloom response`)
  const faults = (problem.data.issues ?? []).map(
    (issue) => `  ${issue.path.slice(1).join('.')}: ${issue.message}`,
  )
  throw new CommandError([problem.data.title, ...faults].join('\n'))
}
