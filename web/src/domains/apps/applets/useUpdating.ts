import type { AppletUpdateView, AppletView } from '@caseloom/contract/apps/applets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { Side } from '../../../ui/three-way/diff-row.ts'
import { forgetLinks, takeUpdates } from '../model/applets.queries.ts'

/** One link, by app and prefix. */
export function keyOf({ app, link }: Pick<AppletUpdateView, 'app' | 'link'>): string {
  return `${app.id}.${link.prefix}`
}

export function isPending({ link, next, can }: AppletUpdateView): boolean {
  return link.revision < next && can.build
}

type Choices = Readonly<Record<string, Side>>
const NO_CHOICES: Choices = {}

/** Conflicts without a decision, and keys that the app already has. */
export function openPoints(update: AppletUpdateView, choices: Choices): number {
  const undecided = update.items.filter(({ id, kind }) => kind === 'conflict' && choices[id] === undefined)
  return undecided.length + blockingClashes(update).length
}

export function blockingClashes({ clashes }: AppletUpdateView) {
  return clashes.filter(({ kind }) => kind !== 'avoided')
}

/** What is ticked, selected, and decided, and the taking itself. */
export function useUpdating(applet: AppletView, updates: readonly AppletUpdateView[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<string | null>(null)
  const [decisions, setDecisions] = useState<Readonly<Record<string, Choices>>>({})
  const pending = updates.filter(isPending)
  const present = updates.find((one) => keyOf(one) === selected) ?? pending[0] ?? updates[0] ?? null
  const choicesOf = (update: AppletUpdateView) => decisions[keyOf(update)] ?? NO_CHOICES
  const taking = useTaking(applet, choicesOf, () => setSelected(null))
  return {
    pending,
    present,
    select: (update: AppletUpdateView) => setSelected(keyOf(update)),
    isTicked: (update: AppletUpdateView) => !left.has(keyOf(update)),
    ticked: pending.filter((update) => !left.has(keyOf(update))),
    tick: (changed: readonly AppletUpdateView[], on: boolean) =>
      setLeft((before) => {
        const next = new Set(before)
        for (const update of changed) {
          if (on) next.delete(keyOf(update))
          else next.add(keyOf(update))
        }
        return next
      }),
    choicesOf,
    choose: (update: AppletUpdateView, id: string, side: Side) =>
      setDecisions((before) => ({
        ...before,
        [keyOf(update)]: { ...before[keyOf(update)], [id]: side },
      })),
    taking,
  }
}

interface Taken {
  chosen: readonly AppletUpdateView[]
  /** Although tests of the apps fail, or roles that they name are missing. */
  confirmed?: boolean
}

/** Takes the version; afterward the next app that has a choice is shown. */
function useTaking(
  applet: AppletView,
  choicesOf: (update: AppletUpdateView) => Choices,
  onTaken: () => void,
) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ chosen, confirmed = false }: Taken) =>
      takeUpdates(
        tenantId,
        applet.id,
        chosen.map((update) => ({
          appId: update.app.id,
          prefix: update.link.prefix,
          revision: update.app.revision,
          decisions: { ...choicesOf(update) },
          confirmed,
        })),
      ),
    onSuccess: onTaken,
    onSettled: async () => {
      await forgetLinks(client, tenantId, applet.id)
      await client.invalidateQueries({ queryKey: keys.kind(tenantId, 'apps') })
    },
  })
}

export type Updating = ReturnType<typeof useUpdating>
