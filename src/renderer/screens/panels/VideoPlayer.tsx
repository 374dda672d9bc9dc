/** Plays a stored video before it is on air: its position by mouse and keys, and its sound on request. Nothing of it is on air. */
import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import { formatVideoLength } from '../../../core/time.ts';
import { toggleVideo, useUiState } from '../../stores/uiState.ts';
import { KeyCap } from '../KeyCap.tsx';

type VideoPlayerProps = {
  readonly url: string;
  readonly posterUrl: string | null;
  /** Called if this browser can’t play the file. */
  readonly onBroken: () => void;
};

/** In seconds; fine enough for a cut, coarse enough for arrow keys. */
const stepSeconds = 0.5;

export function VideoPlayer({ url, posterUrl, onBroken }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isPlaying = useUiState((ui) => ui.isVideoPlaying);
  const [hasSound, setHasSound] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState(0);
  useEffect(() => {
    const element = video.current;
    if (!isPlaying) element?.pause();
    // If the browser refuses to play it, the poster stays.
    else element?.play()?.catch(() => undefined);
  }, [isPlaying]);
  const seek = (to: number): void => {
    setSeconds(to);
    if (video.current !== null) video.current.currentTime = to;
  };
  const time = say('{position} of {length}', {
    position: formatVideoLength(seconds * 1000),
    length: formatVideoLength(length * 1000),
  });
  return (
    <div className="player">
      <video
        ref={video}
        className="player-video"
        src={url}
        poster={posterUrl ?? undefined}
        preload="metadata"
        muted={!hasSound}
        loop
        playsInline
        onLoadedMetadata={({ currentTarget: { duration } }) => setLength(Number.isFinite(duration) ? duration : 0)}
        onTimeUpdate={({ currentTarget: { currentTime } }) => setSeconds(currentTime)}
        onError={onBroken}
      />
      <div className="player-bar">
        <PlayButton />
        <input
          type="range"
          min={0}
          max={length}
          step={stepSeconds}
          value={Math.min(seconds, length)}
          aria-label={say('Position in the video')}
          aria-valuetext={time}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={keepFromLists}
        />
        <span className="player-time">{time}</span>
        <button
          type="button"
          className="play-key"
          aria-pressed={hasSound}
          aria-label={say('Sound')}
          title={hasSound ? say('Sound is on at this desk. On air is not affected.') : say('Sound is off')}
          onClick={() => setHasSound(!hasSound)}
        >
          {hasSound ? <Volume2 /> : <VolumeX />}
        </button>
      </div>
    </div>
  );
}

/** Pauses and plays the videos of the lists too, as its key does. */
function PlayButton() {
  const isPlaying = useUiState((ui) => ui.isVideoPlaying);
  const label = isPlaying ? say('Pause videos') : say('Play videos');
  return (
    <button type="button" className="play-key" aria-label={label} title={label} onClick={toggleVideo}>
      {isPlaying ? <Pause /> : <Play />} <KeyCap action="video" />
    </button>
  );
}

/** These keys move the position; otherwise they would select another post. */
function keepFromLists(event: KeyboardEvent): void {
  if (/^(?:Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation();
}
