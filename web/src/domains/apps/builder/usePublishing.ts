import type { PublishWarning } from '@caseloom/contract/apps/publish-warnings'
import type { EditedApp } from '../draft/useAppDraft.ts'

interface Places {
  onWorkflow: () => void
  onLayout: (id: string) => void
  onField: (key: string) => void
}

export interface Publishing {
  publish: () => void
  /** What is asked about first; none while nothing is asked. */
  warnings: readonly PublishWarning[]
  show: (warning: PublishWarning) => void
  confirm: () => void
  close: () => void
}

/** Publishes a draft; the server asks first where tests fail, or where rules, layouts, or fields name what doesn’t exist. */
export function usePublishing(edited: EditedApp, { onWorkflow, onLayout, onField }: Places): Publishing {
  const { warnings, confirm, cancel } = edited
  return {
    publish: () => {
      if (edited.changes > 0 && !edited.publishing && edited.base.archived !== true) edited.publish()
    },
    warnings,
    show: ({ about, id }) => {
      cancel()
      if (about === 'layout') onLayout(id)
      else if (about === 'field') onField(id)
      else onWorkflow()
    },
    confirm,
    close: cancel,
  }
}
