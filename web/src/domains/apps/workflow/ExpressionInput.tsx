import { formFieldsOf } from '@caseloom/workflow/compile'
import { expressionFaults } from '@caseloom/workflow/expression-faults'
import { useMemo, useState } from 'react'
import { ExpressionField } from '../../../ui/expression/ExpressionField.tsx'
import { STEADY_FUNCTIONS } from '../model/expression-names.ts'
import { useWorkflow } from './model/editor-context.ts'
import { ExpressionResult } from './ExpressionResult.tsx'
import { useExpressionNames } from './useExpressionNames.ts'

const MAX_EXPRESSION = 4_000

interface ExpressionInputProps {
  label: string
  /** What it should give. */
  type: string
  value: string
  onChange: (expression: string) => void
  note?: string
  /** The action that it belongs to; a condition when absent. */
  action?: string
}

/** JSONata of a rule; a finished expression goes into the rule, an empty one doesn't. */
export function ExpressionInput({ label, type, value, onChange, note, action }: ExpressionInputProps) {
  const { names, pills } = useExpressionNames()
  const [text, setText] = useState(value)
  const [stored, setStored] = useState(value)
  if (stored !== value) {
    setStored(value)
    if (value !== text.trim()) setText(value)
  }
  const faults = useExpressionFaults(text)
  return (
    <ExpressionField
      label={label}
      type={type}
      description={note}
      value={text}
      maxLength={MAX_EXPRESSION}
      names={names}
      pills={pills}
      functions={STEADY_FUNCTIONS}
      faults={faults}
      below={<ExpressionResult source={text.trim()} names={names} action={action} />}
      onChange={(next) => {
        setText(next)
        if (next.trim() !== '') onChange(next.trim())
      }}
      onBlur={() => text.trim() === '' && setText(value)}
    />
  )
}

function useExpressionFaults(text: string) {
  const { edited } = useWorkflow()
  const { fields } = edited.draft
  const isApp = edited.source.kind === 'app'
  return useMemo(() => {
    if (text.trim() === '') return []
    const faults = expressionFaults(text, formFieldsOf(fields, undefined))
    // Rules of an applet can read fields that only the apps have.
    return isApp ? faults : faults.filter(({ code }) => code !== 'unknown_field')
  }, [text, fields, isApp])
}
