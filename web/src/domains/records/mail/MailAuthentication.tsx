import {
  type AuthenticationFinding,
  MAIL_AUTHENTICATION,
  type MailAuthentication as Authentication,
} from '@caseloom/contract/records/mail'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../ui/Chip.tsx'
import type { Hue } from '../../../ui/glyphs/hue.ts'
import classes from './Mail.module.css'

/** What the receiving server found out about the sender. */
export function MailAuthentication({ found }: { found: Authentication }) {
  const { t } = useTranslation('mail')
  const isStated = MAIL_AUTHENTICATION.some((check) => found[check] !== null)
  const said =
    found.untrusted !== null
      ? t('untrusted', { server: found.untrusted })
      : found.server !== null
        ? t('checkedBy', { server: found.server })
        : t(isStated ? 'checkedByUnnamed' : 'notChecked')
  return (
    <section className={classes.authentication} aria-label={t('authentication')}>
      <ul className={classes.cells}>
        {MAIL_AUTHENTICATION.map((check) => (
          <li key={check} className={classes.cell}>
            <span className={classes.cellHead}>
              <span>{t(`checks.${check}`)}</span>
              <Result finding={found[check]} />
            </span>
            <span className={classes.detail} title={found[check]?.detail}>
              {found[check]?.detail ?? ''}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{said}</p>
    </section>
  )
}

function Result({ finding }: { finding: AuthenticationFinding }) {
  const { t } = useTranslation('mail')
  if (finding === null) return <span className={classes.quiet}>{t('notStated')}</span>
  return <Chip hue={hueOf(finding.result)}>{finding.result}</Chip>
}

function hueOf(result: string): Hue {
  if (result === 'pass') return 'green'
  if (result === 'fail' || result === 'hardfail') return 'red'
  return result === 'none' || result === 'neutral' ? 'gray' : 'amber'
}
