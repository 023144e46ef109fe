import type { SentMessage } from '@caseloom/contract/assistant/assistant-models'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import { z } from 'zod'
import type { AssistantTool } from '../tools/tool.ts'
import { reckonedTokens } from './limits.rules.ts'
import { failureOfError, ModelError } from './model-failure.rules.ts'
import type { StoredModel } from './model.store.ts'
import { sdk } from './open-model.ts'

export const MAX_STEPS = 8
const FORMS = { reused: 'inline', io: 'input', unrepresentable: 'any' } as const

/** A conversation with a model as it is under way; what was used stays readable when it breaks. */
export interface ChatCompletion {
  instructions: string
  messages: ModelMessage[]
  tokensIn: number
  tokensOut: number
  /** At least one step returned no token counts. */
  reckoned: boolean
}

export interface ChatCompletionOptions {
  model: LanguageModel
  settings: Pick<StoredModel, 'temperature' | 'maxOutputTokens'>
  tools: readonly AssistantTool[]
  signal: AbortSignal
  /** Tokens after which no further step is begun. */
  tokensLeft: number
  onText(delta: string): void
  onTool(tool: AssistantTool | undefined): void
  call(name: string, input: unknown): Promise<JsonObject>
  /** What is about to go out. */
  beforeStep(talk: ChatCompletion): Promise<void>
}

/**
 * Asks, runs tools, and asks again until the model has answered. Text is passed on as it streams in. Throws ModelError.
 */
export async function completeChat(talk: ChatCompletion, options: ChatCompletionOptions): Promise<void> {
  const { tool, jsonSchema } = await sdk()
  const tools: ToolSet = Object.fromEntries(
    options.tools.map(({ name, description, input }) => {
      // Zod’s JSON Schema is one of draft 7 but for its type.
      const schema = z.toJSONSchema(input, { ...FORMS, target: 'draft-7' }) as Parameters<
        typeof jsonSchema
      >[0]
      return [name, tool({ description, inputSchema: jsonSchema(schema) })]
    }),
  )
  for (let step = 1; ; step += 1) {
    await options.beforeStep(talk)
    const calls = await oneStep(talk, { ...options, toolSet: tools, isLast: step >= MAX_STEPS })
    if (calls.length === 0) return
    if (talk.tokensIn + talk.tokensOut >= options.tokensLeft) throw new ModelError(OUT_OF_TOKENS)
    const content = []
    for (const { toolCallId, toolName, input } of calls) {
      options.signal.throwIfAborted()
      options.onTool(options.tools.find(({ name }) => name === toolName))
      const value = await options.call(toolName, input)
      content.push({
        type: 'tool-result' as const,
        toolCallId,
        toolName,
        output: { type: 'json' as const, value },
      })
    }
    talk.messages.push({ role: 'tool', content })
  }
}

const OUT_OF_TOKENS = {
  outcome: 'failed',
  detail: 'Today’s token limit was reached while the model was answering',
  words: 'This account has reached today’s limit for the language model.',
} as const

interface Call {
  toolCallId: string
  toolName: string
  input: unknown
}

async function oneStep(
  talk: ChatCompletion,
  options: ChatCompletionOptions & { toolSet: ToolSet; isLast: boolean },
): Promise<Call[]> {
  const sent = JSON.stringify(talk.messages).length + talk.instructions.length
  const heard: Heard = { calls: [], text: '', usage: null, isWhole: false }
  try {
    await hear(await streamOf(talk, options), heard, options.onText)
  } catch (error) {
    if (options.signal.aborted) throw new ModelError({ outcome: 'stopped', detail: 'Stopped' })
    throw new ModelError(failureOfError(error))
  } finally {
    const { in: tokensIn, out: tokensOut } = heard.usage ?? (heard.text === '' ? UNUSED : UNTOLD)
    talk.tokensIn += tokensIn ?? reckonedTokens(sent)
    talk.tokensOut += tokensOut ?? reckonedTokens(heard.text.length)
    if (tokensIn === undefined || tokensOut === undefined) talk.reckoned = true
  }
  const { calls, text, isWhole } = heard
  keepSaid(talk, text, calls)
  if (isWhole) return options.isLast ? [] : calls
  throw new ModelError(text === '' && calls.length === 0 ? NO_ANSWER : HALF_ANSWER)
}

/** What was refused before anything came is used nothing of. */
const UNUSED: Usage = { in: 0, out: 0 }
const UNTOLD: Usage = { in: undefined, out: undefined }
const NO_ANSWER = {
  outcome: 'unreadable',
  detail: 'The provider’s response isn’t a valid model response',
} as const
const HALF_ANSWER = { outcome: 'cutOff', detail: 'The answer ended before it was complete' } as const

interface Usage {
  in: number | undefined
  out: number | undefined
}

interface Heard {
  calls: Call[]
  text: string
  usage: Usage | null
  isWhole: boolean
}

async function streamOf(
  talk: ChatCompletion,
  options: ChatCompletionOptions & { toolSet: ToolSet; isLast: boolean },
) {
  const { streamText } = await sdk()
  const { settings, toolSet } = options
  return streamText({
    model: options.model,
    instructions: talk.instructions,
    messages: talk.messages,
    maxOutputTokens: settings.maxOutputTokens,
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    ...(options.tools.length === 0 ? {} : { tools: toolSet }),
    ...(options.isLast && options.tools.length > 0 ? { toolChoice: 'none' as const } : {}),
    maxRetries: 0,
    abortSignal: options.signal,
    onError: () => undefined,
  }).stream
}

async function hear(
  stream: Awaited<ReturnType<typeof streamOf>>,
  heard: Heard,
  onText: (delta: string) => void,
): Promise<void> {
  for await (const part of stream) {
    if (part.type === 'text-delta') {
      heard.text += part.text
      onText(part.text)
    } else if (part.type === 'tool-call') heard.calls.push(part)
    else if (part.type === 'finish-step') {
      heard.usage = { in: part.usage.inputTokens, out: part.usage.outputTokens }
      heard.isWhole = part.rawFinishReason !== undefined
    } else if (part.type === 'error') throw part.error
    else if (part.type === 'abort') throw new ModelError({ outcome: 'stopped', detail: 'Stopped' })
  }
}

function keepSaid(talk: ChatCompletion, text: string, calls: readonly Call[]): void {
  const content = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ toolCallId, toolName, input }) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input,
    })),
  ]
  if (content.length > 0) talk.messages.push({ role: 'assistant', content })
}

/** What goes out, as the log keeps it. */
export function sentMessages({
  instructions,
  messages,
}: Pick<ChatCompletion, 'instructions' | 'messages'>): SentMessage[] {
  return [
    { role: 'system', text: instructions },
    ...messages.map(({ role, content }) => ({
      role,
      text: typeof content === 'string' ? content : content.map(partText).join('\n'),
    })),
  ]
}

function partText(part: { type: string }): string {
  if ('text' in part && typeof part.text === 'string') return part.text
  if ('toolName' in part) {
    const { toolName } = part
    const value = 'output' in part ? part.output : 'input' in part ? part.input : null
    const plain = typeof value === 'object' && value !== null && 'value' in value ? value.value : value
    return `${String(toolName)} ${JSON.stringify(plain)}`
  }
  return `[${part.type}]`
}
