import type { Statement } from '@caseloom/contract/kernel/statements'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/i18n.ts'
import classes from './Statement.module.css'
import { statementEn } from './statement.en.ts'
import { actLine, partHeading } from './statement-lines.ts'

addTexts('statement', statementEn)

/** What a playbook does and with whose permissions, in words; `first` replaces the words of a first run. */
export function StatementText({ statement, first }: { statement: Statement; first?: string }) {
  const { t } = useTranslation('statement')
  return (
    <div className={classes.statement}>
      <p>{first ?? t('first')}</p>
      {statement.parts.map((part) => (
        <section key={JSON.stringify(part)}>
          <p className={classes.whose}>{partHeading(part)}</p>
          <ul>
            {part.acts.map((act) => (
              <li key={act.kind}>{actLine(act)}</li>
            ))}
          </ul>
        </section>
      ))}
      {first === undefined && <p className={classes.once}>{t('once')}</p>}
    </div>
  )
}
