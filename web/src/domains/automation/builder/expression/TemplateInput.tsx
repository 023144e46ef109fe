import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { EditorHandle, Mark } from '../../../../ui/expression/CodeEditor.tsx'
import { bareSource, wrapped } from './conditions.ts'
import { marksOf } from '../../../../ui/expression/faults.ts'
import { useExpressionScope } from './expression-scope.ts'
import { FieldFrame, type FieldWords } from './FieldFrame.tsx'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import { TEMPLATE_PILLS } from './pills.ts'
import { Preview } from './Preview.tsx'
import { ReferenceMenu } from '../../../../ui/expression/ReferenceMenu.tsx'

interface TextFieldProps extends FieldWords {
  /** `template`: text with expressions; `expression`: one expression, stored with its delimiters. */
  mode: 'template' | 'expression'
  value: string
  onChange: (value: string) => void
  readOnly: boolean
  error: string | undefined
  schema?: JsonObject | undefined
  root?: JsonObject | undefined
  type?: string | undefined
  tools?: ReactNode
  hint?: string | undefined
  multiline?: boolean
}

type Fault = { message: string; position: number | undefined } | null

export function TemplateInput(props: TextFieldProps) {
  const { mode, value, onChange, readOnly, error, schema, root, tools, multiline = false, hint } = props
  const { names } = useExpressionScope()
  const editor = useRef<EditorHandle | null>(null)
  const [fault, setFault] = useState<Fault>(null)
  const onReady = useCallback((handle: EditorHandle | null) => {
    editor.current = handle
  }, [])
  const isWhole = mode === 'expression'
  const text = isWhole ? bareSource(value) : value
  const hasExpression = value.includes('{%')
  const marks = useMemo(
    () => marksIn(fault, text, isWhole ? value.indexOf(text) : 0),
    [fault, text, value, isWhole],
  )
  const pick = (path: string) => {
    // One path replaces another: side by side they would be invalid.
    if (isWhole && PLAIN_PATH.test(text)) onChange(wrapped(path))
    else editor.current?.insert(isWhole ? path : `{% ${path} %}`)
  }
  return (
    <FieldFrame
      {...props}
      tools={
        readOnly ? undefined : (
          <>
            <ReferenceMenu label={props.label} names={names} onPick={pick} />
            {tools}
          </>
        )
      }
      below={
        hasExpression ? <Preview value={value} schema={schema} root={root} onFault={setFault} /> : undefined
      }
    >
      {({ describedBy }) => (
        <LazyCodeEditor
          language={mode}
          label={props.label}
          value={text}
          names={names}
          pills={isWhole ? undefined : TEMPLATE_PILLS}
          marks={hasExpression ? marks : []}
          readOnly={readOnly}
          invalid={error !== undefined}
          describedBy={describedBy}
          singleLine={!isWhole && !multiline}
          hint={hint}
          onReady={onReady}
          onChange={(next) => onChange(isWhole ? wrapped(next) : next)}
        />
      )}
    </FieldFrame>
  )
}

const PLAIN_PATH = /^\s*[\w$.`-]*\s*$/

function marksIn(fault: Fault, text: string, offset: number): Mark[] {
  if (fault === null) return []
  const { message, position } = fault
  return marksOf([{ message, position: position === undefined ? undefined : position - offset }], text)
}
