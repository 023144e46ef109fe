import { useTranslation } from 'react-i18next'
import classes from './Sources.module.css'

const PARTS = ['nextApp', 'nextMap', 'nextSend', 'nextPlaybook'] as const

export function NextCard() {
  const { t } = useTranslation('sources')
  return (
    <section className={classes.card} aria-labelledby="connect-next">
      <h2 id="connect-next" className={classes.cardTitle}>
        {t('choose.next')}
      </h2>
      <ol className={classes.next}>
        {PARTS.map((part) => (
          <li key={part}>
            {t(`choose.${part}`)}
            <span className={classes.quiet}>{t(`choose.${part}Text`)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
