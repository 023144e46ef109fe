/** The key of a step in the path of one of its turns: `each#3/save!undo` is `save`. */
export function stepOfPath(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(/#\d+$|!undo$/, '')
}
