import type { AppletUpdateView, AppletView } from '@caseloom/contract/apps/applets'
import { useTranslation } from 'react-i18next'
import { useLinkedApps } from '../../../data/linked-apps.ts'
import { usePeople } from '../../../data/people.ts'
import { useTables } from '../../../data/tables.ts'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { tableWords } from '../../../field-types/workflow/rule-words.ts'
import { Notice } from '../../../ui/admin/Settings.tsx'
import { AppIcon } from '../../../ui/AppIcon.tsx'
import { ChangeCounts } from '../../../ui/three-way/ChangeGlyph.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { ThreeWayDiff } from '../../../ui/three-way/ThreeWayDiff.tsx'
import classes from '../builder/Builder.module.css'
import { mergeRows } from './merge-words.ts'
import own from './Update.module.css'
import { isPending, type Updating } from './useUpdating.ts'

addTexts('fields', fieldsEn)

interface UpdateDiffProps {
  applet: AppletView
  update: AppletUpdateView
  updating: Updating
}

/** What the version changes in one app, with a choice for each conflict. */
export function UpdateDiff({ applet, update, updating }: UpdateDiffProps) {
  const { t } = useTranslation('applets')
  const { app, link, next, tab } = update
  const names = new Map([
    ...update.before.map(({ key, label }) => [key, label] as const),
    ...applet.fields.map(({ key, label }) => [key, label] as const),
  ])
  const { t: say } = useTranslation('fields')
  const people = usePeople()
  const table = tableWords(useTables())
  const others = useLinkedApps(applet.fields)
  const linked = new Map([...others].map(([key, { fields }]) => [key, fields]))
  const rows = mergeRows(update.items, { names, fields: applet.fields, linked, people, table, t, say })
  const choices = updating.choicesOf(update)
  return (
    <>
      <header className={own.diffHead}>
        <AppIcon name={app.icon} size={15} />
        <h2 className={own.asideTitle}>{app.name}</h2>
        <span className={classes.quiet}>
          {tab === null ? t('update.prefix') : t('update.place', { tab })} <code>{link.prefix}_</code>
        </span>
        {rows.length > 0 && (
          <span className={own.counts}>
            <ChangeCounts rows={rows} />
          </span>
        )}
      </header>
      {!isPending(update) && rows.length === 0 ? (
        <p className={own.upToDate}>{t('update.upToDate', { revision: link.revision })}</p>
      ) : (
        <ThreeWayDiff
          key={`${app.id}.${link.prefix}`}
          label={t('update.diff', { name: app.name })}
          heads={{
            base: t('update.version', { revision: link.revision }),
            here: app.name,
            next: t('update.version', { revision: next }),
          }}
          rows={rows}
          choices={choices}
          onChoose={(id, side) => updating.choose(update, id, side)}
        />
      )}
      <UpdateNotes update={update} />
    </>
  )
}

/** What to know about conflicts and keys. */
function UpdateNotes({ update }: { update: AppletUpdateView }) {
  const { t } = useTranslation('applets')
  const { app, link, items, clashes } = update
  return (
    <div className={own.notes}>
      {items
        .filter(({ kind, property }) => kind === 'conflict' && property !== null)
        .map((item) => (
          <Notice key={item.id} kind="warning">
            {t('update.conflictNote', {
              name: item.subject.name,
              key: `${link.prefix}_${item.subject.key}`,
            })}
          </Notice>
        ))}
      {clashes.map(({ key, inApp, label, kind }) => (
        <div key={key} {...(kind === 'avoided' ? {} : { tabIndex: -1, 'data-open-point': true })}>
          <Notice kind={kind === 'avoided' ? 'info' : 'warning'}>
            {t(`clash.${kind}`, { app: app.name, key, inApp, label })}
          </Notice>
        </div>
      ))}
      {items.some(({ kind }) => kind === 'conflict') && (
        <p className={classes.quiet}>{t('update.history')}</p>
      )}
    </div>
  )
}
