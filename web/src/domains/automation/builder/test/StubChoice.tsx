import type { StepStub } from '@caseloom/contract/automation/builder'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import { jsonOf } from '../parts/json-of.ts'
import classes from '../parts/Panel.module.css'
import type { EffectStep } from './test-plan.ts'

interface StubChoiceProps {
  step: EffectStep
  stub: StepStub
  onChange: (stub: StepStub) => void
}

const WAYS = ['output', 'error', 'real'] as const

/** How a test runs a step: with a mock output, an error, or for real. */
export function StubChoice({ step, stub, onChange }: StubChoiceProps) {
  const { t } = useTranslation('panel')
  const [text, setText] = useState<string | null>(null)
  const shown = text ?? (stub.use === 'output' ? JSON.stringify(stub.output, null, 2) : '')
  const choose = (way: string) => {
    setText(null)
    if (way === 'real') onChange({ use: 'real' })
    else if (way === 'error') onChange({ use: 'error', error: { code: 'test.error', message: 'Test error' } })
    else onChange({ use: 'output', output: step.recorded ?? {} })
  }
  return (
    <>
      <div className={classes.cardHead}>
        <strong className={classes.grow}>{step.title}</strong>
        <span className={classes.note}>{step.action}</span>
      </div>
      <SegmentedControl
        fullWidth
        aria-label={t('test.how', { title: step.title })}
        value={stub.use}
        onChange={choose}
        data={WAYS.map((way) => ({ value: way, label: t(`test.ways.${way}`) }))}
      />
      {stub.use === 'output' && (
        <>
          <StubOutput step={step} shown={shown} setText={setText} onChange={onChange} />
          <p className={classes.note}>{t(step.recorded === undefined ? 'test.sample' : 'test.recorded')}</p>
        </>
      )}
      {stub.use === 'error' && (
        <TextInput
          label={t('test.message', { title: step.title })}
          value={stub.error.message}
          onChange={(event) =>
            onChange({ use: 'error', error: { ...stub.error, message: event.currentTarget.value } })
          }
        />
      )}
    </>
  )
}

interface StubOutputProps {
  step: StubChoiceProps['step']
  shown: string
  setText: (text: string) => void
  onChange: StubChoiceProps['onChange']
}

function StubOutput({ step, shown, setText, onChange }: StubOutputProps) {
  const { t } = useTranslation('panel')
  return (
    <LazyCodeEditor
      language="json"
      label={t('test.output', { title: step.title })}
      value={shown}
      invalid={jsonOf(shown) === undefined}
      onChange={(next) => {
        setText(next)
        const output = jsonOf(next)
        if (output !== undefined) onChange({ use: 'output', output })
      }}
    />
  )
}
