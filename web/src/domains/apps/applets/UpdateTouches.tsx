import type { AppletUpdateView } from '@caseloom/contract/apps/applets'
import {
  IconDatabase,
  IconFileText,
  IconLayoutDashboard,
  IconList,
  IconReport,
  IconRoute,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../builder/Builder.module.css'
import own from './Update.module.css'
import { recordWords } from './record-words.ts'

const GLYPHS = {
  view: IconList,
  report: IconReport,
  dashboard: IconLayoutDashboard,
  playbook: IconRoute,
  template: IconFileText,
}

/** At the right: what names the fields, and the section before and after. */
export function UpdateTouches({ update }: { update: AppletUpdateView }) {
  const { t } = useTranslation('applets')
  const { app, records, touches, before, after, link, next } = update
  const had = new Set(before.map(({ key }) => key))
  return (
    <aside className={own.touches} aria-label={t('touches.title', { name: app.name })}>
      <h2 className={own.asideTitle}>{t('touches.title', { name: app.name })}</h2>
      <ul className={classes.plain}>
        <li className={own.touch}>
          <IconDatabase size={14} stroke={1.6} aria-hidden />
          <span className={own.grow}>{recordWords(records, t)}</span>
          <span className={classes.quiet}>{t('touches.noLoss')}</span>
        </li>
        {touches.map(({ kind, id, name, fields }) => {
          const Glyph = GLYPHS[kind]
          return (
            <li key={`${kind}.${id}`} className={own.touch}>
              <Glyph size={14} stroke={1.6} aria-hidden />
              <span className={own.grow}>{t(`touches.${kind}`, { name })}</span>
              <code className={own.touchKeys} title={fields.join(', ')}>
                {fields.join(', ')}
              </code>
            </li>
          )
        })}
      </ul>
      <h2 className={own.asideTitle}>{t('touches.section')}</h2>
      <div className={own.pair}>
        <SectionSketch title={t('touches.now')} fields={before} isNew={() => false} />
        <SectionSketch
          title={t('update.version', { revision: Math.max(next, link.revision) })}
          fields={after}
          isNew={(key) => !had.has(key)}
        />
      </div>
    </aside>
  )
}

interface SectionSketchProps {
  title: string
  fields: readonly { key: string; label: string }[]
  isNew: (key: string) => boolean
}

function SectionSketch({ title, fields, isNew }: SectionSketchProps) {
  return (
    <div>
      <p className={classes.quiet}>{title}</p>
      <ul className={own.sketch} aria-label={title}>
        {fields.map(({ key, label }) => (
          <li key={key} data-new={isNew(key) || undefined}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}
