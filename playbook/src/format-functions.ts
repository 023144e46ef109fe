import type { JsonValue } from '@caseloom/contract/kernel/json'
import { allowText, spend } from './budget.ts'
import { type Focus, type Native, stateOf } from './evaluation-state.ts'
import { charged, fault, plainFault, textFor } from './own-arguments.ts'
import { sizeOf } from './json-size.ts'
import { toPlain } from './to-plain-json.ts'

const XML_LIMITS = { values: 100_000, depth: 100 }

/** Texts in common formats as values, and back. Their readers are loaded when they are used first. */
export function formatFunctions(): Record<string, Native> {
  return {
    parseJson(text: unknown) {
      return text === undefined ? undefined : parsedJson(charged(this, textFor('parseJson', text)))
    },
    async parseLog(text: unknown) {
      if (text === undefined) return undefined
      const source = charged(this, textFor('parseLog', text), 3)
      const { parseLogLine } = await import('./log-lines.ts')
      return source.split('\n').flatMap((line, at) => {
        if (line.trim() === '') return []
        const read = parseLogLine(line)
        if (read === null)
          throw plainFault('parseLog', `can’t read line ${at + 1} as CEF, LEEF, syslog, or key=value`)
        return [read.fields]
      })
    },
    async parseXml(text: unknown) {
      if (text === undefined) return undefined
      const source = charged(this, textFor('parseXml', text), 3)
      const { readXml, XmlFault } = await import('./xml.ts')
      try {
        return readXml(source, XML_LIMITS)
      } catch (error) {
        if (!(error instanceof XmlFault)) throw error
        throw plainFault('parseXml', `can’t read ${placeText(error.at)}: ${error.message}`)
      }
    },
    async toXml(value: unknown) {
      if (value === undefined) return undefined
      const plain = plainOf(this, 'toXml', value)
      const { writeXml, XmlTextFault } = await import('./xml-text.ts')
      try {
        return writeXml(plain, stateOf(this.environment).budget.limits.text)
      } catch (error) {
        if (!(error instanceof XmlTextFault)) throw error
        throw plainFault('toXml', error.message)
      }
    },
    async parseYaml(text: unknown) {
      if (text === undefined) return undefined
      // The reader of YAML is the slowest by far: one step for each character.
      const source = charged(this, textFor('parseYaml', text), 0)
      const { parseText } = await import('./yaml.ts')
      const read = parseText(source)
      if (read.ok) return read.value
      const [issue] = read.issues
      throw plainFault(
        'parseYaml',
        `can’t read ${issue ? `${placeText(issue)}: ${issue.message}` : 'the text'}`,
      )
    },
    async toYaml(value: unknown) {
      if (value === undefined) return undefined
      const plain = plainOf(this, 'toYaml', value)
      const { printYaml } = await import('./yaml.ts')
      const text = printYaml(plain)
      allowText(stateOf(this.environment).budget, text.length)
      return text
    },
  }
}

/** The value as JSON, charged as what writes it out. */
function plainOf(focus: Focus, name: string, value: unknown): JsonValue {
  const { budget } = stateOf(focus.environment)
  spend(budget, sizeOf(value, budget) * 2)
  const plain = toPlain(value, budget)
  if (plain === undefined) throw plainFault(name, 'takes a value, not a function')
  return plain
}

function placeText({ line, column }: { line: number; column: number }): string {
  return `line ${line}, column ${column}`
}

function parsedJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue // what JSON.parse returns
  } catch {
    // The step fails with the text that isn't JSON.
    throw fault('parseJson', 'takes JSON text', text)
  }
}
