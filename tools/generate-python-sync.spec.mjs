import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../embedded/project.js';
import { syncOf } from './generate-python-sync.mjs';

const folder = join(projectFolder, 'clients/python/src/simulation_service/_async');

describe('the generated synchronous Python client', () => {
  it('It is the asynchronous one without anything asynchronous', () => {
    const source = `
import asyncio
import time
from .._async.run import AsyncRun
class _AsyncPart:
    async def __aenter__(self) -> AsyncIterator[int]:
        async with self.http as http:
            await asyncio.sleep(await anext(self.pages()))
            return [item async for item in EventSource(response).aiter_sse()]
`;
    expect(syncOf(source).split('\n').slice(2).join('\n')).toBe(`import time
from .._sync.run import Run
class _Part:
    def __enter__(self) -> Iterator[int]:
        with self.http as http:
            time.sleep(next(self.pages()))
            return [item for item in EventSource(response).iter_sse()]
`);
  });

  it.each(readdirSync(folder).filter((name) => name.endsWith('.py')))('Nothing asynchronous is left in %s', (name) => {
    const [, ...lines] = syncOf(readFileSync(join(folder, name), 'utf8')).split('\n');
    expect(lines.filter((line) => /async|\bawait (?!`)|__a[a-z]+__|\ba(close|next|read|iter)/i.test(line))).toEqual([]);
  });
});
