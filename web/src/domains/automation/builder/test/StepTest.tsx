import type { StepStub } from '@caseloom/contract/automation/builder'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../../data/describe-error.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { JsonView } from '../../../../ui/JsonView.tsx'
import { formatDuration } from '../../../../ui/time.ts'
import { useBuilder } from '../model/builder-context.ts'
import { actionOf } from '../parts/action-view.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { type FoundStep, triggersOf } from '../model/places.ts'
import { useOwnSamples, useSamples } from '../samples/samples.ts'
import { StubChoice } from './StubChoice.tsx'
import { effectSteps, givenOf, usualStub } from './test-plan.ts'
import { startStepTest } from './test.queries.ts'

/** Runs one step with the samples of earlier steps. */
export function StepTest({ found }: { found: FoundStep }) {
  const { t } = useTranslation('panel')
  const { document, actions, playbook, issues } = useBuilder()
  const { tenantId } = useTenantScope()
  const { samples } = useSamples()
  const [, setOwn] = useOwnSamples()
  const [chosen, setChosen] = useState<StepStub | null>(null)
  const action = actionOf(actions, String(found.step['action']))
  const step = effectSteps(document, (name) => actionOf(actions, name), samples).find(
    ({ key }) => key === found.key,
  )
  const stub = chosen ?? (step === undefined ? null : usualStub(step, action))
  const [trigger] = triggersOf(document)
  const test = useMutation({
    mutationFn: () => {
      const outputs = Object.entries(samples.steps).flatMap(([key, { output }]): [string, JsonValue][] =>
        output === undefined ? [] : [[key, output]],
      )
      const kind = trigger?.trigger['kind']
      return startStepTest(
        { tenantId, playbookId: playbook.id },
        {
          document,
          trigger: {
            key: trigger?.key ?? null,
            ...givenOf(typeof kind === 'string' ? kind : null, samples.trigger),
          },
          inputs: {},
          stubs: stub === null ? {} : { [found.key]: stub },
          recordedFrom: null,
          path: found.key,
          outputs: Object.fromEntries(outputs),
        },
      )
    },
    onSuccess: ({ output, error }) => {
      if (error === null) setOwn((own) => ({ ...own, outputs: { ...own.outputs, [found.key]: output } }))
    },
  })
  if (action?.kind === 'block') return null
  return (
    <Section title={t('stepTest.title')}>
      {step !== undefined && stub !== null && <StubChoice step={step} stub={stub} onChange={setChosen} />}
      {stub?.use === 'real' && step?.local === null && (
        <p className={classes.note} role="note">
          {t('test.realStep', { title: step.title, action: step.action })}
        </p>
      )}
      {issues.length > 0 && <p className={classes.note}>{t('test.problems', { count: issues.length })}</p>}
      <div className={classes.buttons}>
        <Button loading={test.isPending} disabled={issues.length > 0} onClick={() => test.mutate()}>
          {t('stepTest.start')}
        </Button>
      </div>
      {test.isError && <p className={classes.fault}>{describeError(test.error).text}</p>}
      {test.data !== undefined && (
        <>
          <p className={classes.note} role="status">
            {test.data.error === null
              ? t(test.data.stubbed ? 'stepTest.stubbed' : 'stepTest.done', {
                  time: formatDuration(test.data.durationMs),
                })
              : t('stepTest.failed')}
          </p>
          {test.data.error !== null && <p className={classes.fault}>{test.data.error.message}</p>}
          <JsonView title={t('test.input')} value={test.data.input} maxHeight={200} />
          {test.data.error === null && (
            <JsonView title={t('test.gave')} value={test.data.output} maxHeight={200} />
          )}
        </>
      )}
    </Section>
  )
}
