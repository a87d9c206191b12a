import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../src/client/file-lock.js'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 3e9

/** Of the process whose number it holds. */
const PREFIX = 'homologa-tests-'

/**
 * A folder for all that a run of the tests writes, gone with its process: in memory where there is room and a file can be run from
 * there, for what small files cost on a disk is a good part of many a test.
 */
export function scratchFolder(): string {
  const folder = inMemory() ?? newFolder(tmpdir())
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function inMemory(): string | null {
  if (!existsSync(MEMORY) || freemem() < ROOM_BYTES) return null
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM_BYTES) return null
  try {
    sweep()
    const folder = newFolder(MEMORY)
    if (canRunFrom(folder)) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // not ours to write to
  }
  return null
}

const newFolder = (where: string) => mkdtempSync(join(where, `${PREFIX}${process.pid}-`))

/** What was killed could not remove its folder. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0
    if (pid > 0 && !isAlive(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

/** Containers often mount it otherwise, and some tests write what they run. */
function canRunFrom(folder: string): boolean {
  const file = join(folder, 'run.sh')
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  try {
    execFileSync(file)
    return true
  } catch {
    return false
  }
}
