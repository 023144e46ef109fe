import type { JsonValue } from '@caseloom/contract/kernel/json'
import { useTranslation } from 'react-i18next'
import classes from './Builder.module.css'
import type { PartChange } from './model/diff.ts'

export function ChangeList({ changes }: { changes: readonly PartChange[] }) {
  const { t } = useTranslation('builder')
  return (
    <ul className={classes.changes} aria-label={t('publish.changes')}>
      {changes.map((change) => (
        <li key={change.node ?? ''} className={classes.change}>
          <div className={classes.changeHead}>
            <span className={classes.mark} data-kind={change.kind} aria-hidden />
            {change.node === null ? t('publish.document') : change.title}
            <span className={classes.changeKind}>{t(`publish.${change.kind}`)}</span>
          </div>
          {change.properties.map(({ name, from, to }) => (
            <div key={name} className={classes.changeRow}>
              <code>{name}</code>
              <code>{from !== undefined && <del aria-label={t('publish.from')}>{text(from)}</del>}</code>
              <code>{to !== undefined && <ins aria-label={t('publish.to')}>{text(to)}</ins>}</code>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

const LONGEST = 400

function text(value: JsonValue): string {
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole
}
