// @vitest-environment happy-dom
/** Tests the presenter’s page: what it shows, what can be pressed, and what it says without a connection. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followPresenter } from '../../src/renderer/presenter/followPresenter.ts';
import { Presenter } from '../../src/renderer/presenter/Presenter.tsx';
import {
  initialPage,
  receiveAnything,
  receiveLoss,
  receiveView,
  usePresenter,
} from '../../src/renderer/presenter/presenterStore.ts';
import { presenterViews } from './states/presenterViews.ts';

let marks: (readonly [string, string, boolean])[] = [];
let nowMs = 0;
beforeEach(() => {
  marks = [];
  nowMs = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  usePresenter.setState(initialPage, true);
  render(
    <Presenter
      onMark={async (...mark) => {
        marks.push(mark);
        return null;
      }}
    />,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const show = (view: keyof typeof presenterViews) =>
  act(() => {
    receiveAnything(null);
    receiveView(presenterViews[view]);
  });
const button = () => screen.getByRole('button');
const press = () => act(async () => void fireEvent.click(button()));

describe('the presenter’s page', () => {
  it('shows the current post, its position and the next post', () => {
    show('now');
    expect(screen.getByText('ON AIR')).toBeDefined();
    expect(screen.getByText('2 of 6')).toBeDefined();
    expect(screen.getByRole('heading').textContent).toBe('Chidi & Ada');
    expect(screen.getByText(/on Instagram/)).toBeDefined();
    expect(screen.getByText('Priya Raghunathan')).toBeDefined();
    expect(screen.getByText('Up to date')).toBeDefined();
    expect(document.title).toBe('Presenter: main · Greenroom');
  });

  it('names a post with an empty name by its handle, and says it if there is neither', () => {
    const { current } = presenterViews.now;
    if (current === null) throw new Error('This view has a current post');
    const headingOf = (username: string | null): string | null => {
      act(() => receiveView({ ...presenterViews.now, current: { ...current, fullName: '', username } }));
      return screen.getByRole('heading').textContent;
    };
    expect(headingOf('ada')).toBe('@ada');
    expect(headingOf(null)).toBe('No name given');
  });

  it('has one control, which marks the current post used and takes the mark off', async () => {
    show('now');
    nowMs += 1000;
    expect(document.querySelectorAll('button, a, input, select')).toHaveLength(1);
    await press();
    show('used');
    expect(button().getAttribute('aria-pressed')).toBe('true');
    expect(button().textContent).toBe('Marked used');
    nowMs += 1000;
    await press();
    expect(marks).toEqual([
      ['main', 'chidi', true],
      ['main', 'chidi', false],
    ]);
  });

  it('refuses a press that was meant for the post before', async () => {
    show('now');
    nowMs += 249;
    await press();
    expect(marks).toEqual([]);
    expect(screen.getByText('The post changed as you pressed. Nothing happened.')).toBeDefined();
    nowMs += 1;
    await press();
    expect(marks).toHaveLength(1);
  });

  it('refuses a press that began on the post before, or before another presenter marked it', async () => {
    show('used');
    nowMs += 1000;
    fireEvent.pointerDown(button());
    show('now');
    nowMs += 1000;
    await press();
    expect(marks).toEqual([]);
    expect(screen.getByText('The post changed as you pressed. Nothing happened.')).toBeDefined();
    await press();
    expect(marks).toHaveLength(1);
  });

  it('reads each post on air, although two differ only in digits', async () => {
    const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const showPost = async (id: string, message: string) => {
      const { now } = presenterViews;
      if (now.current === null) throw new Error('the fixture has no post');
      const current = { ...now.current, id, message };
      act(() => {
        receiveAnything(null);
        receiveView({ ...now, current });
      });
      nowMs += 6000;
      await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
    };
    await showPost('p1', 'It is 1–0');
    nowMs += 6000;
    await showPost('p2', 'It is 2–0');
    expect(spoken()).toContain('On air: Chidi & Ada: It is 2–0');
  });

  it('keeps the post without a connection, says so, and marks nothing', async () => {
    show('now');
    act(() => receiveLoss(null));
    expect(screen.getByText(/^Not up to date: \d+ s$/)).toBeDefined();
    expect(screen.getByText('WAS ON AIR')).toBeDefined();
    expect(screen.queryByText('ON AIR')).toBe(null);
    expect(screen.getByRole('heading').textContent).toBe('Chidi & Ada');
    nowMs += 1000;
    await press();
    expect(marks).toEqual([]);
    expect(screen.getByText('Not connected. Mark it once this page is up to date.')).toBeDefined();
  });

  it('says to a screen reader that a post is on air only while it knows it, and claims no next post', async () => {
    const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const rest = async () => {
      nowMs += 6000;
      await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
    };
    expect(screen.getByText('Next post unknown')).toBeDefined();
    show('now');
    await rest();
    expect(spoken()).toContain(`On air: Chidi & Ada: ${presenterViews.now.current?.message}`);
    act(() => receiveLoss(null));
    await rest();
    expect(spoken().join(' ')).not.toContain('On air');
    expect(spoken()).toContain('Not up to date.');
    show('nothing');
    expect(screen.getByText('No next post')).toBeDefined();
    show('unknown');
    expect(screen.queryByText('No next post')).toBe(null);
    act(() => receiveView({ ...presenterViews.now, served: false }));
    await rest();
    expect(spoken()).toContain('It is not known what is on air.');
  });

  it('says why its link is refused, with the last post still there', () => {
    const refusal = 'This link is not accepted. Ask the gallery for a new one.';
    act(() => receiveLoss(refusal));
    expect(screen.getAllByText(refusal).length).toBeGreaterThan(0);
    show('now');
    act(() => receiveLoss(refusal));
    expect(screen.getByRole('heading').textContent).toBe('Chidi & Ada');
    expect(screen.getAllByText(refusal).length).toBeGreaterThan(0);
  });

  it('never looks on air when nothing is, or when that is not known', () => {
    show('nothing');
    expect(screen.getByText('NOTHING ON AIR')).toBeDefined();
    show('unknown');
    expect(screen.getByText('NOT KNOWN')).toBeDefined();
    expect(screen.queryByText('ON AIR')).toBe(null);
  });

  it('says that nothing is on air only while it knows it, to a screen reader too', async () => {
    show('unknown');
    await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
    expect(screen.queryAllByText('Nothing is on air.')).toEqual([]);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'It is not known what is on air.',
    );
    show('nothing');
    expect(document.querySelector('main')?.textContent).toBe('Nothing is on air.');
    act(() => receiveLoss(null));
    expect(document.querySelector('main')?.textContent).toBe('It is not known what is on air.');
  });
});

describe('following a feed for a presenter', () => {
  it('reconnects for ever: after a refusal, an end, a broken connection and silence', async () => {
    vi.useFakeTimers();
    const heard: string[] = [];
    const data = `data: ${JSON.stringify(presenterViews.now)}\n\n`;
    /** A response that breaks when its request is aborted, as in a browser. */
    const respond = (text: string, isEnding: boolean, signal: AbortSignal) =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(new TextEncoder().encode(text));
            if (isEnding) controller.close();
            else signal.addEventListener('abort', () => controller.error(signal.reason));
          },
        }),
      );
    const answers: ((signal: AbortSignal) => Promise<Response>)[] = [
      () => Promise.reject(new TypeError('no network')),
      async () => new Response('', { status: 401 }),
      async () => new Response('', { status: 404 }),
      async () => new Response('', { status: 503 }),
      async (signal) => respond(`: heartbeat\n\n${data}`, true, signal),
      async (signal) => respond(data, false, signal),
    ];
    let requests = 0;
    const stop = followPresenter(
      { feed: 'main', token: 'secret' },
      {
        fetch: async (input, init) => {
          expect(String(input)).toBe('/api/present?feed=main');
          requests += 1;
          const answer = answers[Math.min(requests, answers.length) - 1];
          const signal = init?.signal;
          if (answer === undefined || !(signal instanceof AbortSignal)) throw new Error('not as expected');
          return answer(signal);
        },
        onView: ({ feed }) => void heard.push(feed),
        onHeard: () => undefined,
        onLost: (refusal) => void heard.push(refusal?.slice(0, 9) ?? 'lost'),
      },
    );
    await vi.advanceTimersByTimeAsync(40_000);
    expect(heard.slice(0, 7)).toEqual(['lost', 'This link', 'This feed', 'lost', 'main', 'lost', 'main']);
    expect(requests).toBeGreaterThan(6);
    stop();
    const before = requests;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(requests).toBe(before);
  });

  it('is never up to date after a view that the page could not take, nor before the first view', async () => {
    vi.useFakeTimers();
    const heard: string[] = [];
    let isFailing = true;
    const texts = [': heartbeat\n\n', `data: ${JSON.stringify(presenterViews.now)}\n\n`];
    const stop = followPresenter(
      { feed: 'main', token: 'secret' },
      {
        fetch: async () =>
          new Response(
            new ReadableStream({
              start: (controller) => {
                for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
              },
            }),
          ),
        onView: () => {
          if (isFailing) throw new Error('not expected');
          heard.push('view');
        },
        onHeard: () => void heard.push('heard'),
        onLost: () => void heard.push('lost'),
      },
    );
    await vi.advanceTimersByTimeAsync(2500);
    expect(new Set(heard)).toEqual(new Set(['lost']));
    isFailing = false;
    await vi.advanceTimersByTimeAsync(1500);
    expect(heard.slice(-2)).toEqual(['view', 'heard']);
    stop();
  });
});
