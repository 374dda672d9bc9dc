/** The desk in the engine’s language. A change renders everything again, because no part knows which of its words changed. */
import { useEffect } from 'react';
import { say } from '../../core/language/say.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { type Mirror, useMirror } from '../stores/engineMirror.ts';
import { speak, useSpokenLanguage } from '../stores/spokenLanguage.ts';
import { App, type AppProps } from './App.tsx';
import { KeepLastTextField } from './keys/KeepLastTextField.tsx';

export function SpokenApp(props: AppProps) {
  const language = useSpokenLanguage((spoken) => spoken.language);
  useEffect(() => {
    const follow = ({ state, link }: Mirror): void => {
      const next = state?.language ?? link.refusal?.language;
      if (next !== undefined) void speak(next);
    };
    follow(useMirror.getState());
    return useMirror.subscribe(follow);
  }, []);
  return (
    <ErrorBoundary
      title={say('The desk can’t be displayed. On air is not affected.')}
      advice={say('If something must come off air now, use the vision mixer.')}
    >
      <KeepLastTextField>
        <App key={language} {...props} />
      </KeepLastTextField>
    </ErrorBoundary>
  );
}
