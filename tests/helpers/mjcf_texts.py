"""Models in MJCF, each with something that a reader may get wrong. Constraints are switched off in all of them, so that MuJoCo's accelerations are those of the bodies and of the forces alone."""

import mujoco

_HEAD = '<option gravity="0.3 -0.2 -9.7"><flag constraint="disable"/></option>'

ARM = f"""<mujoco model="arm">
{_HEAD}
<compiler angle="radian"/>
<worldbody>
  <body name="base" pos="0.1 0.2 0.3" quat="0.9 0.1 -0.2 0.3">
    <geom type="cylinder" size="0.1 0.05"/>
    <body name="upper" pos="0 0 0.1" axisangle="1 1 0 0.4">
      <joint name="shoulder" axis="0 1 0.2" armature="0.3" damping="0.5"/>
      <inertial pos="0.02 0.01 0.2" mass="1.7" fullinertia="0.02 0.03 0.015 0.002 -0.001 0.003"/>
      <body name="lower" pos="0 0.05 0.4">
        <joint name="elbow" axis="1 0 0" armature="0.04" damping="0.2" stiffness="4" springref="0.3" ref="-0.7"/>
        <inertial pos="0 0 0.15" quat="0.7 0.1 0.2 0.6" mass="0.9" diaginertia="0.011 0.012 0.004"/>
        <body name="tool" pos="0 0 0.3" zaxis="0.2 0.1 1">
          <joint name="reach" type="slide" axis="0 0.3 1" armature="0.7" damping="1.5" stiffness="30" springref="0.2" ref="0.05"/>
          <geom type="box" size="0.02 0.03 0.04" mass="0.3"/>
        </body>
      </body>
    </body>
  </body>
</worldbody>
</mujoco>"""

ANCHORS = f"""<mujoco model="anchors">
{_HEAD}
<default><geom density="700"/></default>
<worldbody>
  <body name="first" pos="0.2 0 0.5" euler="20 -30 40">
    <joint name="turn_a" axis="1 0.5 0" pos="0.1 0.02 -0.05"/>
    <joint name="shift" type="slide" axis="0.3 1 0.2" pos="5 5 5"/>
    <joint name="turn_b" axis="0 1 0.4" pos="-0.07 0.03 0.01" ref="25"/>
    <geom type="ellipsoid" size="0.1 0.15 0.2" pos="0.03 0 -0.1"/>
    <body name="second" pos="0 0.1 -0.3" quat="1 0 0.4 0.2">
      <joint name="spin" axis="0 0 1" pos="0.1 0 0"/>
      <joint name="swing" type="ball" pos="0.04 -0.03 0.02"/>
      <joint name="reach" type="slide" axis="1 0 0"/>
      <geom type="capsule" fromto="0 0 0 0.1 0.05 -0.3" size="0.04"/>
      <body name="third" pos="0.1 0 -0.3">
        <joint axis="1 0 0" pos="0 0 0.05"/>
        <joint type="slide" axis="0 1 0"/>
        <geom type="sphere" size="0.05" pos="0 0.02 -0.1"/>
      </body>
      <body name="welded" pos="0 0.2 0" euler="0 0 30"><geom type="box" size="0.05 0.02 0.03" pos="0.01 0 0.02"/></body>
    </body>
  </body>
</worldbody>
</mujoco>"""

FREE = f"""<mujoco model="free">
{_HEAD}
<worldbody>
  <body name="ship" pos="0.3 0.1 2" euler="15 25 35">
    <joint name="sea" type="free" damping="0.4"/>
    <geom type="box" size="0.3 0.2 0.1" pos="0.05 0.02 0.01" density="300"/>
    <body name="mast" pos="0.1 0 0.1">
      <joint name="sway" type="ball" damping="0.3" armature="0.05"/>
      <geom type="capsule" fromto="0 0 0 0.05 0 0.5" size="0.03"/>
      <body name="boom" pos="0 0 0.4"><joint name="boom" axis="0 0 1"/><geom type="cylinder" fromto="0 0 0 -0.4 0.05 0" size="0.02"/></body>
    </body>
  </body>
  <body name="buoy" pos="3 0 0"><freejoint/><geom type="sphere" size="0.2" pos="0 0 -0.1"/></body>
</worldbody>
</mujoco>"""

ACTUATORS = f"""<mujoco model="actuators">
{_HEAD}
<compiler autolimits="true"/>
<default>
  <geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.3"/>
  <default class="geared"><motor gear="7"/><position kp="12" kv="1.5"/></default>
</default>
<worldbody>
  <body name="a" pos="0 0 1"><joint name="a" axis="0 1 0"/><geom/>
    <body name="b" pos="0 0 -0.3"><joint name="b" axis="0 1 0" ref="20"/><geom/>
      <body name="c" pos="0 0 -0.3"><joint name="c" axis="1 0 0" ref="-10"/><geom/>
        <body name="d" pos="0 0 -0.3"><joint name="d" type="slide" axis="0 0 1"/><geom/>
          <body name="e" pos="0 0 -0.3" euler="0 0 30"><joint name="e" axis="1 0 0"/><geom/><site name="jet" pos="0.02 0 -0.3" euler="10 20 0"/></body>
        </body>
      </body>
    </body>
  </body>
</worldbody>
<actuator>
  <motor class="geared" name="first" joint="a" ctrlrange="-1 1"/>
  <position class="geared" name="second" joint="b" gear="1.5"/>
  <velocity name="third" joint="c" kv="2" gear="-3"/>
  <general name="fourth" joint="d" gainprm="5 1.5 -0.3" gaintype="affine" biastype="affine" biasprm="2 -9 -1" gear="2"/>
  <damper name="fifth" joint="e" kv="0.7" ctrlrange="0 3"/>
  <motor name="sixth" site="jet" gear="1 -2 3 0.1 0.2 -0.3"/>
  <motor name="seventh" joint="a" forcerange="-0.2 0.2"/>
</actuator>
<keyframe><key ctrl="4 0.3 -0.6 0.8 1.2 0.9 5"/></keyframe>
</mujoco>"""

# by joint: its attributes, its actuators with their controls
_LIMITED = {
    "uneven": ("", ('<position name="uneven" joint="uneven" kp="9" kv="2" forcerange="-50 5"/>', 0.7)),
    "backward": ('ref="0.4"', ('<position name="backward" joint="backward" kp="6" gear="-3" forcerange="-8 2"/>', 0.3)),
    "pushed": ("", ('<position name="pushed" joint="pushed" kp="5" forcerange="1 3"/>', 0.0)),
    "held": ('type="slide"', ('<velocity name="held" joint="held" kv="4" forcerange="-inf 2"/>', 0.4)),
    "of_a_joint": (
        'actuatorfrcrange="-4 1.5"',
        ('<position name="of_a_joint" joint="of_a_joint" kp="8" kv="1"/>', 0.2),
    ),
    "of_both": (
        'actuatorfrcrange="-2 7" ref="-0.3"',
        ('<position name="of_both" joint="of_both" kp="8" gear="2" forcerange="-3 3"/>', 0.2),
    ),
    "apart": ('actuatorfrcrange="-2 3"', ('<position name="apart" joint="apart" kp="8" forcerange="5 6"/>', 0.2)),
    "driven": ('actuatorfrcrange="-2 3"', ('<motor name="driven" joint="driven" gear="4" ctrlrange="-2 2"/>', 6.0)),
    "of_two": (
        'type="slide" actuatorfrcrange="-3 2"',
        ('<position name="p" joint="of_two" kp="7"/>', 0.5),
        ('<velocity name="v" joint="of_two" kv="2"/>', -0.3),
    ),
    "of_three": (
        'actuatorfrcrange="-3 2.5"',
        ('<motor name="m1" joint="of_three" forcerange="-1 0.5"/>', 2.0),
        ('<position name="m2" joint="of_three" kp="7" forcerange="-3 1.5"/>', 0.5),
        ('<motor name="m3" joint="of_three" gear="-2"/>', 0.75),
    ),
    "of_motors": (
        'actuatorfrcrange="-3 2"',
        ('<motor name="n1" joint="of_motors"/>', -2.0),
        ('<motor name="n2" joint="of_motors" gear="3"/>', -1.5),
    ),
    "wide": (
        'actuatorfrcrange="-6 5"',
        ('<position name="w1" joint="wide" kp="7" forcerange="-3 3"/>', 0.5),
        ('<velocity name="w2" joint="wide" kv="7" forcerange="-3 2"/>', 0.5),
    ),
}
LIMITED = f"""<mujoco model="limited">
{_HEAD}
<compiler angle="radian" autolimits="true"/>
<worldbody>
{
    "".join(
        f'<body name="{name}" pos="0 {k} 0"><joint name="{name}" {joint}/><geom type="box" size="0.1 0.2 0.3" pos="0.2 0.1 0"/></body>'
        for k, (name, (joint, *_)) in enumerate(_LIMITED.items())
    )
}
</worldbody>
<actuator>{"".join(text for _, *actuators in _LIMITED.values() for text, _ in actuators)}</actuator>
<keyframe><key ctrl="{" ".join(str(x) for _, *actuators in _LIMITED.values() for _, x in actuators)}"/></keyframe>
</mujoco>"""

COMPENSATED = f"""<mujoco model="compensated">
{_HEAD}
<worldbody>
  <body name="a" gravcomp="1"><joint axis="0 1 0"/><geom type="box" size="0.1 0.2 0.3" pos="0.2 0.1 0"/>
    <body name="b" pos="0.4 0 0" gravcomp="0.4"><joint axis="1 0 0" pos="0 0 0.1"/><geom type="box" size="0.1 0.2 0.1" pos="0.2 0.1 0"/></body>
  </body>
</worldbody>
</mujoco>"""

SPRINGS = f"""<mujoco model="springs">
{_HEAD}
<worldbody>
  <body name="floating" pos="0 0 1" euler="10 0 0"><joint name="floating" type="free" stiffness="3"/><geom size="0.1" pos="0.1 0 0"/>
    <body name="flower" pos="0 0 0.2" euler="0 40 0"><joint name="stem" type="ball" stiffness="2" pos="0 0 0.03"/><geom size="0.1" pos="0 0 0.2"/></body>
  </body>
</worldbody>
</mujoco>"""


def humanoid() -> str:
    """A walker of 27 degrees of freedom with limbs on both sides, all inertias from shapes, and joints of several axes."""

    def side(name: str, sign: int) -> str:
        return f"""
    <body name="{name}_thigh" pos="0 {sign * 0.1} -0.15" childclass="big">
      <joint name="{name}_hip_x" axis="{sign} 0 0"/><joint name="{name}_hip_z" axis="0 0 {sign}"/><joint name="{name}_hip_y" axis="0 1 0"/>
      <geom fromto="0 0 0 0 {-sign * 0.01} -0.34" size="0.06"/>
      <body name="{name}_shin" pos="0 {-sign * 0.01} -0.4">
        <joint name="{name}_knee" axis="0 -1 0" pos="0 0 0.02"/><geom fromto="0 0 0 0 0 -0.3" size="0.05"/>
        <body name="{name}_foot" pos="0 0 -0.39"><joint name="{name}_ankle_y" axis="0 1 0" pos="0 0 0.08"/><joint name="{name}_ankle_x" axis="1 0 0.5" pos="0 0 0.08"/>
          <geom fromto="-0.07 0.02 0 0.14 0.03 0" size="0.027"/></body>
      </body>
    </body>
    <body name="{name}_upper_arm" pos="0 {sign * 0.17} 0.3" childclass="small">
      <joint name="{name}_shoulder1" axis="2 {-sign} 1"/><joint name="{name}_shoulder2" axis="0 {-sign} -1"/>
      <geom fromto="0 0 0 0.16 {sign * 0.16} -0.16" size="0.04"/>
      <body name="{name}_lower_arm" pos="0.18 {sign * 0.18} -0.18"><joint name="{name}_elbow" axis="0 {-sign} 1"/><geom fromto="0.01 -0.01 0.01 0.17 -0.17 0.17" size="0.03"/>
        <body name="{name}_hand" pos="0.18 -0.18 0.18"><geom type="sphere" size="0.04"/></body></body>
    </body>"""

    return f"""<mujoco model="walker">
{_HEAD}
<compiler angle="degree" inertiafromgeom="true" eulerseq="zyx"/>
<default>
  <geom type="capsule" density="950"/>
  <default class="big"><joint damping="5" armature="0.01" stiffness="10"/></default>
  <default class="small"><joint damping="1" armature="0.007" stiffness="2"/></default>
</default>
<worldbody>
  <light pos="0 0 3"/>
  <geom name="floor" type="plane" size="5 5 0.1"/>
  <body name="pelvis" pos="0 0 1.2" euler="5 10 15">
    <freejoint name="root"/>
    <geom fromto="-0.02 -0.07 0 -0.02 0.07 0" size="0.09"/>
    <body name="chest" pos="0 0 0.16" childclass="big"><joint name="waist_z" axis="0 0 1" pos="0 0 0.06"/><joint name="waist_y" axis="0 1 0" pos="0 0 0.06"/><joint name="waist_x" axis="1 0 0" pos="0 0 0.06"/>
      <geom fromto="0 -0.06 0.1 0 0.06 0.1" size="0.1"/>
      <body name="head" pos="0 0 0.3"><geom type="sphere" size="0.09"/></body>
    </body>{side("left", 1)}{side("right", -1)}
  </body>
</worldbody>
<keyframe><key name="squat" qpos="{" ".join(map(str, [0, 0, 1, 1, 0, 0, 0] + [0.1] * 21))}"/><key name="home" qpos="{" ".join(map(str, [0.1, 0.2, 0.9, 1, 0.1, 0.2, -0.1] + [-0.2] * 21))}" qvel="{" ".join(map(str, [1, 2, 3, 0.1, 0.2, 0.3] + [0.5] * 21))}"/></keyframe>
</mujoco>"""


# early versions of MuJoCo give armature and damping to joints alone
GEARED = f"""<mujoco model="geared">
{_HEAD}
<worldbody>
  <body name="a"><joint name="a" axis="0 1 0" armature="0.1" damping="0.2"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0 -0.3"/>
    <body name="b" pos="0 0 -0.3"><joint name="b" axis="1 0 0"/><geom type="capsule" size="0.03" fromto="0 0 0 0 0.1 -0.3"/></body>
  </body>
</worldbody>
<actuator><motor joint="a" gear="7" armature="0.003" damping="0.02"/><position joint="b" kp="3" gear="2" armature="0.05"/><motor jointinparent="b" gear="-3" armature="0.01" damping="0.04"/><velocity joint="b" kv="1" damping="0.3"/></actuator>
</mujoco>"""

TEXTS = {
    "arm": ARM,
    "anchors": ANCHORS,
    "free": FREE,
    "actuators": ACTUATORS,
    "limited": LIMITED,
    "compensated": COMPENSATED,
    "humanoid": humanoid(),
    **({"geared": GEARED} if hasattr(mujoco.MjModel, "actuator_armature") else {}),
}
