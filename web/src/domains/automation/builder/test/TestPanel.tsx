import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { StepStub } from '@caseloom/contract/automation/builder'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Button, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { useMay, useTenantScope } from '../../../../data/scope.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { LazyCodeEditor } from '../../../../ui/expression/LazyCodeEditor.tsx'
import { actionOf } from '../parts/action-view.ts'
import { jsonOf } from '../parts/json-of.ts'
import classes from '../parts/Panel.module.css'
import { PanelShell, Section } from '../parts/PanelShell.tsx'
import { isObject, triggersOf } from '../model/places.ts'
import { Replay } from './Replay.tsx'
import { sampleOf } from './sample-of.ts'
import { useOwnSamples, useSampleRun, useSamples } from '../samples/samples.ts'
import { SampleSource } from '../samples/SampleSource.tsx'
import { StubChoice } from './StubChoice.tsx'
import { TestResults } from './TestResults.tsx'
import { readsMadeUp } from './made-up.ts'
import { type EffectStep, effectSteps, givenOf, usualStub } from './test-plan.ts'
import { startTest } from './test.queries.ts'
import { triggerSample } from '../samples/trigger-sample.ts'

/** Runs the draft once with a sample. Side effects are mocked unless set to run for real. */
export function TestPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('panel')
  const mayReplay = useMay('run:data')
  const [run, setRun] = useState<RunSummary | null>(null)
  const { watch } = useBuilder()
  const id = run?.id ?? null
  useEffect(() => {
    watch(id)
    return () => watch(null)
  }, [watch, id])
  return (
    <PanelShell title={t('test.title')} subtitle={t('test.subtitle')} action="test" onClose={onClose}>
      {run === null ? (
        <TestSetup onStarted={setRun} />
      ) : (
        <TestResults run={run} onAgain={() => setRun(null)} />
      )}
      {mayReplay && <Replay />}
    </PanelShell>
  )
}

function TestSetup({ onStarted }: { onStarted: (run: RunSummary) => void }) {
  const { t } = useTranslation('panel')
  const { document, actions, issues, playbook, flush } = useBuilder()
  const { tenantId } = useTenantScope()
  const { samples } = useSamples()
  const [own, setOwn] = useOwnSamples()
  const sampleRun = useSampleRun()
  const triggers = triggersOf(document)
  const [trigger, setTrigger] = useState<string | null>(triggers[0]?.key ?? null)
  const kind = triggers.find(({ key }) => key === trigger)?.trigger['kind']
  const [typed, setTyped] = useState<string | null>(null)
  const inputs = isObject(document['inputs']) ? sampleOf(document['inputs']) : {}
  const [typedInputs, setTypedInputs] = useState<string | null>(null)
  const made = typeof kind === 'string' ? triggerSample(document, kind) : {}
  const text = typed ?? pretty(samples.trigger ?? made)
  const inputText = typedInputs ?? pretty(inputs)
  const [given, inputValue] = [jsonOf(text), jsonOf(inputText)]
  const [stubs, setStubs] = useState<Readonly<Record<string, StepStub>>>({})
  const steps = effectSteps(document, (name) => actionOf(actions, name), samples)
  const ground = {
    document,
    steps,
    chosen: stubs,
    madeUp: new Set([
      ...(typed === null && samples.trigger === undefined ? ['trigger'] : []),
      ...(typedInputs === null ? ['inputs'] : []),
    ]),
  }
  const stubOf = (step: EffectStep) =>
    stubs[step.key] ?? usualStub(step, actionOf(actions, step.name), readsMadeUp(ground, step.key))
  const outside = steps.filter(({ local }) => local === null)
  const local = steps.filter((step) => step.local !== null)
  const real = outside.filter((step) => stubOf(step).use === 'real')
  const choose = (key: string, stub: StepStub) => setStubs((before) => ({ ...before, [key]: stub }))
  const start = useMutation({
    mutationFn: async () => {
      await flush()
      return startTest(
        { tenantId, playbookId: playbook.id },
        {
          document,
          trigger: { key: trigger, ...givenOf(typeof kind === 'string' ? kind : null, given) },
          inputs: isObject(inputValue) ? inputValue : {},
          stubs: Object.fromEntries(steps.map((step) => [step.key, stubOf(step)])),
          recordedFrom: null,
        },
      )
    },
    onSuccess: (run) => {
      const isTriggerOfRun = typed === null && own.trigger === undefined && samples.trigger !== undefined
      const isOutputOfRun = outside.some(
        ({ key, recorded }) => stubs[key] === undefined && recorded !== undefined && !(key in own.outputs),
      )
      const sampleOf = isTriggerOfRun || isOutputOfRun ? sampleRun : null
      setOwn((before) => ({ ...before, testRun: run.id, sampleOf, outputs: {} }))
      onStarted(run)
    },
  })
  return (
    <>
      <Section title={t('test.with')}>
        {triggers.length > 0 && (
          <Select
            label={t('test.trigger')}
            data={triggers.map(({ key, trigger: one }) => ({
              value: key,
              label: typeof one['title'] === 'string' ? one['title'] : key,
            }))}
            value={trigger}
            onChange={setTrigger}
          />
        )}
        <SampleSource trigger={trigger} isMade onChange={() => setTyped(null)} />
        <JsonText label={t('test.data')} text={text} isGood={given !== undefined} onChange={setTyped} />
        {isObject(document['inputs']) && (
          <JsonText
            label={t('test.inputs')}
            text={inputText}
            isGood={isObject(inputValue)}
            onChange={setTypedInputs}
          />
        )}
      </Section>
      <StubList title={t('test.outside')} steps={outside} stubOf={stubOf} onChange={choose} />
      <StubList
        title={t('test.local')}
        help={t('test.localHelp')}
        steps={local}
        stubOf={stubOf}
        onChange={choose}
      />
      {real.length > 0 && (
        <div className={classes.card} role="note">
          <strong>{t('test.realTitle')}</strong>
          <ul className={classes.realList}>
            {real.map(({ key, title, action }) => (
              <li key={key}>{t('test.realStep', { title, action })}</li>
            ))}
          </ul>
        </div>
      )}
      {issues.length > 0 && <p className={classes.fault}>{t('test.problems', { count: issues.length })}</p>}
      {start.isError && <p className={classes.fault}>{describeError(start.error).text}</p>}
      <div className={classes.buttons}>
        <Button
          variant="filled"
          loading={start.isPending}
          disabled={issues.length > 0 || given === undefined || !isObject(inputValue)}
          onClick={() => start.mutate()}
        >
          {t('test.start')}
        </Button>
      </div>
    </>
  )
}

interface StubListProps {
  title: string
  help?: string
  steps: readonly EffectStep[]
  stubOf: (step: EffectStep) => StepStub
  onChange: (key: string, stub: StepStub) => void
}

function StubList({ title, help, steps, stubOf, onChange }: StubListProps) {
  if (steps.length === 0) return null
  return (
    <Section title={title}>
      {help !== undefined && <p className={classes.note}>{help}</p>}
      <ul className={classes.rows}>
        {steps.map((step) => (
          <li key={step.key} className={classes.card}>
            <StubChoice step={step} stub={stubOf(step)} onChange={(stub) => onChange(step.key, stub)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function pretty(value: JsonValue): string {
  return JSON.stringify(value, null, 2)
}

interface JsonTextProps {
  label: string
  text: string
  isGood: boolean
  onChange: (text: string) => void
}

function JsonText({ label, text, isGood, onChange }: JsonTextProps) {
  const { t } = useTranslation('panel')
  return (
    <div className={classes.pair}>
      <span className={classes.note}>{label}</span>
      <LazyCodeEditor language="json" label={label} value={text} invalid={!isGood} onChange={onChange} />
      {!isGood && <p className={classes.fault}>{t('sample.noJson')}</p>}
    </div>
  )
}
