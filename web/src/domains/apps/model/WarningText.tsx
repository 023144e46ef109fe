import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import marks from '../../../field-types/workflow/Logic.module.css'
import { keyOfWarning } from './publish-warnings.ts'
import { useWarningWords } from './warning-words.ts'
import classes from './WarningText.module.css'

/** How many differences of a test a dialog names. */
const MAX_SHOWN = 3

/** What publishing asks about, where nothing leads to it. */
export function WarningList({ warnings }: { warnings: readonly PublishWarning[] }) {
  return (
    <ul className={classes.warnings}>
      {warnings.map((warning) => (
        <li key={keyOfWarning(warning)}>
          <WarningText warning={warning} />
        </li>
      ))}
    </ul>
  )
}

/** What is asked about first, inside of the form that asks; takes the focus, which the pressed button lost. */
export function AskedFirst({ text, warnings }: { text: string; warnings: readonly PublishWarning[] }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} tabIndex={-1} aria-label={text} className={classes.app}>
      <p>{text}</p>
      <WarningList warnings={warnings} />
    </section>
  )
}

/** One thing that publishing asks about, and how a failing test differs. */
export function WarningText({ warning }: { warning: PublishWarning }) {
  const { t } = useTranslation('apps')
  const say = useWarningWords()
  const { details } = warning
  const shown = details.slice(0, MAX_SHOWN).map(say.sentence)
  const left = details.length - shown.length
  return (
    <>
      <IconAlertTriangleFilled size={14} className={marks.warning} aria-hidden />
      <div className={classes.text}>
        {say.title(warning)}
        {shown.length > 0 && (
          <ul className={classes.details}>
            {shown.map((line) => (
              <li key={line}>{line}</li>
            ))}
            {left > 0 && <li>{t('builder.warnings.more', { count: left })}</li>}
          </ul>
        )}
      </div>
    </>
  )
}
