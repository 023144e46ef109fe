export const threeWayEn = {
  item: 'Item',
  result: 'Result',
  new: 'New',
  choose: 'Choose {{item}}',
  keepMine: 'Keep mine:',
  takeNew: 'Take new:',
  kinds: {
    add: 'Added',
    change: 'Changed',
    keep: 'Unchanged',
    remove: 'Removed',
    conflict: 'Conflict',
  },
}
