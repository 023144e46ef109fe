import type { InstallView } from '@caseloom/contract/content/packages'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/admin/Settings.tsx'
import { todoNotes } from './content-words.ts'
import classes from './Content.module.css'

/** What a package needs; after its import, what is left to do. */
export function InstallSide({ install }: { install: InstallView }) {
  const { t } = useTranslation('content')
  const { description, needs, items, state } = install
  const todo = items.flatMap((item) => todoNotes(item).map((note) => ({ item, note })))
  return (
    <aside className={`${classes.side} ${classes.needs}`} aria-label={t('plan.needs')}>
      {description !== '' && <p className={classes.note}>{description}</p>}
      <h2 className={classes.title}>{t('plan.needs')}</h2>
      <ul className={classes.facts}>
        {needs.length === 0 && <li className={classes.quiet}>{t('plan.noNeeds')}</li>}
        {needs.map(({ kind, key, there }) => (
          <li key={`${kind} ${key}`}>
            <span>
              {t(`need.${kind}`)} {key}
            </span>
            <span className={there ? classes.good : classes.warning}>
              {t(there ? 'plan.there' : 'plan.missing')}
            </span>
          </li>
        ))}
      </ul>
      {state === 'planned' && needs.some(({ there }) => !there) && (
        <Notice kind="warning">{t('plan.missingText')}</Notice>
      )}
      {state === 'done' && (
        <>
          <h2 className={classes.title}>{t('plan.todo')}</h2>
          <ul className={classes.facts} aria-label={t('plan.todo')}>
            {todo.length === 0 && <li className={classes.quiet}>{t('plan.noTodo')}</li>}
            {todo.map(({ item, note: { code, detail } }) => (
              <li key={`${item.kind} ${item.key} ${code}`}>
                {item.title}: {t(`plan.note.${code}`, { detail })}
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
