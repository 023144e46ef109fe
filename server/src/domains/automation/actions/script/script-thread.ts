import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { parentPort } from 'node:worker_threads'
import { SCRIPT_LIMITS, type ScriptAnswer, type ScriptFault, type ScriptTask } from './script-messages.ts'

/** The body of a script thread: one script after the other, each in an engine and a memory of its own. */
const port = parentPort
if (port === null) throw new Error('This module is the body of a worker thread')

port.on('message', (task: ScriptTask) => {
  void answerOf(task).then((answer) => port.postMessage(answer))
})

/** Saves language built-ins before the script can change them; its log leaves as short texts. */
const PRELUDE = `((emit, most) => {
  const { stringify, parse } = JSON
  const { map, join } = Array.prototype
  const { slice } = String.prototype
  const call = Function.prototype.call
  const bound = (f) => call.bind(f)
  const mapOf = bound(map), joinOf = bound(join), sliceOf = bound(slice)
  const textOf = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return value.name + ': ' + value.message
    try { return stringify(value) ?? String(value) } catch { return String(value) }
  }
  const log = (...values) => emit(sliceOf(joinOf(mapOf(values, textOf), ' '), 0, most))
  globalThis.console = { log, info: log, warn: log, error: log, debug: log }
  return { stringify, parse }
})`

class Fault extends Error {
  readonly code: ScriptFault
  constructor(code: ScriptFault, message: string) {
    super(message)
    this.code = code
  }
}

async function answerOf(task: ScriptTask): Promise<ScriptAnswer> {
  const log = new CappedLog()
  // A memory of its own: what one script leaves behind no other one can find.
  const module = await newQuickJSWASMModuleFromVariant(variant)
  const runtime = module.newRuntime()
  runtime.setMemoryLimit(SCRIPT_LIMITS.memoryBytes)
  runtime.setMaxStackSize(SCRIPT_LIMITS.stackBytes)
  const until = performance.now() + task.timeoutMs
  runtime.setInterruptHandler(() => performance.now() > until)
  try {
    const context = runtime.newContext()
    return { ok: true, result: run({ runtime, context, task, log, until }), log: log.text }
  } catch (error) {
    const fault =
      error instanceof Fault
        ? error
        : new Fault('script.memory', 'The script crashed the engine and was stopped')
    return { ok: false, code: fault.code, message: fault.message, log: log.text }
  }
  // Nothing is freed piece by piece: the engine goes with its memory.
}

interface Running {
  runtime: QuickJSRuntime
  context: QuickJSContext
  task: ScriptTask
  log: CappedLog
  /** Deadline of the script, on the `performance.now()` clock. */
  until: number
}

function run(running: Running): string {
  const { context, task, log } = running
  const emit = context.newFunction('emit', (text) => log.add(context.getString(text)))
  const prelude = value(running, context.evalCode(PRELUDE, 'prelude.js'))
  const most = context.newNumber(SCRIPT_LIMITS.logCharacters)
  const helpers = value(running, context.callFunction(prelude, context.undefined, emit, most))
  const [parse, stringify] = [context.getProp(helpers, 'parse'), context.getProp(helpers, 'stringify')]
  const input = value(running, context.callFunction(parse, context.undefined, context.newString(task.input)))
  const body = value(running, context.evalCode(`(async (input) => {${task.code}\n})`, 'script.js'), true)
  const promise = value(running, context.callFunction(body, context.undefined, input))
  const result = settled(running, promise)
  const text = value(running, context.callFunction(stringify, context.undefined, result))
  // Undefined, a function or a symbol has no JSON: such a script gives null.
  if (context.typeof(text) !== 'string') return 'null'
  if (context.getNumber(context.getProp(text, 'length')) > SCRIPT_LIMITS.resultCharacters) {
    const most = SCRIPT_LIMITS.resultCharacters / 1024 / 1024
    throw new Fault('script.output', `The result is longer than ${most} MB as JSON`)
  }
  return context.getString(text)
}

/** The value of a promise once everything that it waits for inside is done; nothing outside could ever settle it. */
function settled(running: Running, promise: QuickJSHandle): QuickJSHandle {
  const { runtime, context, until } = running
  for (;;) {
    const jobs = runtime.executePendingJobs(100)
    if (jobs.error !== undefined) throw faultOf(running, jobs.error)
    const state = context.getPromiseState(promise)
    if (state.type === 'fulfilled') return state.value
    if (state.type === 'rejected') throw faultOf(running, state.error)
    if (!runtime.hasPendingJob()) {
      throw new Fault('script.never_settled', 'The script waits for a promise that never settles')
    }
    if (performance.now() > until) throw overTime(running)
  }
}

type Completion = ReturnType<QuickJSContext['evalCode']>

function value(running: Running, completion: Completion, isSource = false): QuickJSHandle {
  if (completion.error !== undefined) throw faultOf(running, completion.error, isSource)
  return completion.value
}

function overTime({ task }: Running): Fault {
  return new Fault('script.timeout', `The script took longer than ${task.timeoutMs / 1000} s`)
}

/** What an error of the script means; its texts are the script's own and cut short. */
function faultOf(running: Running, error: QuickJSHandle, isSource = false): Fault {
  const { context, until } = running
  if (performance.now() > until) return overTime(running)
  const name = ownText(context, error, 'name')
  const message = ownText(context, error, 'message')
  if (name === 'InternalError' && message === 'interrupted') return overTime(running)
  if (message === 'out of memory' || message === 'string too long') {
    const most = SCRIPT_LIMITS.memoryBytes / 1024 / 1024
    return new Fault('script.memory', `The script exceeded ${most} MB of memory`)
  }
  if (name === 'InternalError' && message === 'stack overflow')
    return new Fault('script.stack', 'The script calls itself too deeply')
  const line = /script\.js:(\d+)/.exec(ownText(context, error, 'stack'))?.[1]
  const text = message === '' ? 'The script threw a value that isn’t an error' : `${name}: ${message}`
  const where = line === undefined ? '' : ` (line ${line})`
  return new Fault(isSource ? 'script.syntax' : 'script.threw', `${text}${where}`)
}

const LONGEST_TEXT = 1_000

/** A property of a thrown value as text: errors may carry getters, which may throw in turn. */
function ownText(context: QuickJSContext, object: QuickJSHandle, key: string): string {
  try {
    const type = context.typeof(object)
    if (type === 'string') return key === 'message' ? context.getString(object).slice(0, LONGEST_TEXT) : ''
    if (type !== 'object') return ''
    const property = context.getProp(object, key)
    return context.typeof(property) === 'string' ? context.getString(property).slice(0, LONGEST_TEXT) : ''
  } catch {
    // A getter of the script’s own failed; its error has no text then.
    return ''
  }
}

class CappedLog {
  #lines: string[] = []
  #left = SCRIPT_LIMITS.logCharacters

  add(line: string): void {
    if (this.#left <= 0) return
    const cut = line.slice(0, this.#left)
    this.#left -= cut.length + 1
    this.#lines.push(this.#left <= 0 ? `${cut} … (the log is full)` : cut)
  }

  get text(): string {
    return this.#lines.join('\n')
  }
}
