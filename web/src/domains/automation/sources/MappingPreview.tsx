import type { AppView } from '@caseloom/contract/apps/apps'
import { useTranslation } from 'react-i18next'
import { Shown } from './ResultCell.tsx'
import classes from './Mapping.module.css'
import type { Mapping } from './useMapping.ts'

/** The record of the shown event as a row of the list. */
export function MappingPreview({ app, mapping }: { app: AppView; mapping: Mapping }) {
  const { t } = useTranslation('sources')
  const { results, targets, bindings } = mapping
  const match = targets.find(
    ({ key, unique, concept }) =>
      unique && concept === 'reference' && bindings.some(({ field }) => field === key),
  )
  const columns = (app.listColumns ?? []).filter((key) => key !== app.titleField)
  const valueOf = (key: string) => {
    const result = results[key]
    const written = result?.ok === true ? result.value : undefined
    return written ?? app.fields.find((field) => field.key === key)?.default
  }
  return (
    <section className={classes.preview} aria-labelledby="connect-preview">
      <header className={classes.previewHead}>
        <h2 id="connect-preview" className={classes.paneTitle}>
          {t('map.preview')}
        </h2>
        <span className={classes.quiet}>
          {match === undefined ? t('map.each') : t('map.once', { field: match.label })}
        </span>
      </header>
      <div className={classes.previewRow}>
        <span className={classes.previewId}>{app.acronym}-1</span>
        <span className={classes.previewTitle}>
          {app.titleField !== null && app.titleField !== undefined && (
            <Shown app={app} field={app.titleField} value={valueOf(app.titleField)} />
          )}
        </span>
        {columns.map((key) => {
          const value = valueOf(key)
          if (value === undefined || typeof value === 'object') return null
          return (
            <span key={key} className={classes.previewCell}>
              <Shown app={app} field={key} value={value} />
            </span>
          )
        })}
        <span className={classes.quiet}>{t('map.now')}</span>
      </div>
    </section>
  )
}
