import type { AppletUse } from '@caseloom/contract/apps/applets'
import { IconSitemap } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../builder/Builder.module.css'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { ruleAloud } from '../workflow/read-aloud.ts'
import { useVocabulary } from '../workflow/useVocabulary.ts'
import { rulesOf } from '../workflow/model/workflow-tree.ts'
import own from './Applets.module.css'

interface RuleListProps {
  edited: EditedApp
  uses: readonly AppletUse[]
}

const NO_BUTTONS: readonly { id: string; label: string }[] = []

/** The rules as sentences, each with the apps that use it. */
export function RuleList({ edited, uses }: RuleListProps) {
  const { t } = useTranslation('applets')
  const words = useVocabulary(edited, NO_BUTTONS)
  const { workflow } = edited.draft
  const rules = workflow === undefined ? [] : rulesOf(workflow)
  if (rules.length === 0) return <p className={classes.quiet}>{t('sheet.noRules')}</p>
  return (
    <ul className={own.ruleList}>
      {rules.map((rule) => {
        const off = uses.filter(({ link }) => link.rulesOff?.includes(rule.id) === true)
        return (
          <li key={rule.id} className={own.rule}>
            <IconSitemap size={14} stroke={1.6} aria-hidden />
            <span className={own.ruleText}>
              {rule.name ?? ruleAloud(rule, edited, { buttons: NO_BUTTONS, words })}
            </span>
            <span className={classes.quiet}>
              {off.length === 0
                ? t('sheet.apps', { count: uses.length })
                : t('sheet.appsOff', {
                    count: uses.length - off.length,
                    names: off.map(({ app }) => app.name).join(', '),
                  })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
