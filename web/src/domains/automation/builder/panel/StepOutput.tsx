import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../../ui/CopyButton.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { type KnownName, nameOfShape } from '../../../../ui/expression/known-name.ts'
import { glimpse } from '../../../../ui/expression/shape.ts'
import type { FoundStep } from '../model/places.ts'
import { useSamples } from '../samples/samples.ts'
import { actionOf } from '../parts/action-view.ts'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'

const DEEPEST = 3

export function StepOutput({ found }: { found: FoundStep }) {
  const { t } = useTranslation('panel')
  const { actions } = useBuilder()
  const { samples, run } = useSamples()
  const { key, step } = found
  const schema = actionOf(actions, String(step['action']))?.output ?? undefined
  const sample = samples.steps[key]?.output
  const root = useMemo(
    () => nameOfShape('output', `steps.${key}.output`, { schema, sample }),
    [key, schema, sample],
  )
  const rows = useMemo(() => flat(root, 0), [root])
  return (
    <Section title={t('output.title')}>
      <p className={classes.note}>
        {sample === undefined || run === null
          ? t('output.fromSchema')
          : t('output.fromRun', { number: run.number })}
      </p>
      <ul className={classes.outputs}>
        {rows.map(({ name, depth }) => (
          <li key={name.path} className={classes.output} style={{ paddingInlineStart: depth * 12 }}>
            <code className={classes.outputName}>{name.name}</code>
            <span className={classes.outputSample} title={glimpse(name.sample)}>
              {glimpse(name.sample)}
            </span>
            <span className={classes.outputType}>{name.type === 'any' ? '' : name.type}</span>
            <CopyButton value={name.path} label={t('output.copy', { path: name.path })} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function flat(name: KnownName, depth: number): { name: KnownName; depth: number }[] {
  const parts = depth >= DEEPEST ? [] : name.parts()
  return [{ name, depth }, ...parts.flatMap((part) => flat(part, depth + 1))]
}
